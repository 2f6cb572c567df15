import { expect, test } from "vitest";
import { definitions } from "../../model/kinds/index.ts";
import { samples } from "./index.ts";

const traits = ["required", "replaces", "secret", "putOnly", "writeOnly"] as const;

test("every kind has samples", () => {
  expect(Object.keys(samples).sort()).toEqual(Object.keys(definitions).sort());
});

test.each(Object.entries(definitions))("%s has the properties that its samples describe", (kind, { properties }) => {
  const described = Object.entries(samples[kind]?.properties ?? {}).map(([name, { key, cleared, is = [] }]) => [
    name,
    { wire: key, cleared, is },
  ]);
  const defined = Object.entries(properties).map(([name, property]) => [
    name,
    { wire: property.key, cleared: property.cleared, is: traits.filter((trait) => property[trait]) },
  ]);
  expect(Object.fromEntries(defined)).toEqual(Object.fromEntries(described));

  for (const [name, { rejected }] of Object.entries(samples[kind]?.properties ?? {})) {
    const acceptsNull = properties[name]?.type.schema.safeParse(null).success;
    expect(acceptsNull, `[COM-09] ${name}`).toBe(!rejected.includes(null));
  }
});

test("no output is secret but the token of a service", () => {
  const secrets = Object.entries(definitions).flatMap(([kind, { outputs }]) =>
    Object.keys(outputs).flatMap((name) => (outputs[name]?.secret ? `${kind}.${name}` : [])),
  );
  expect(secrets).toEqual(["Service.token"]);
});
