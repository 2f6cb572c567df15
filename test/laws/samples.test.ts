import { expect, test } from "vitest";
import { definitions } from "../../provider/resources/index.ts";
import { samples } from "./samples.ts";

test("every kind has samples", () => {
  expect(Object.keys(samples).sort()).toEqual(Object.keys(definitions).sort());
});

test.each(Object.keys(definitions))("%s has samples of every property, under the name that the API uses", (kind) => {
  const wires = (properties: Readonly<Record<string, { wire: string }>> = {}) =>
    Object.fromEntries(Object.entries(properties).map(([name, { wire }]) => [name, wire]));

  expect(wires(samples[kind]?.properties)).toEqual(wires(definitions[kind]?.properties));
});
