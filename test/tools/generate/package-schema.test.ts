import { expect, test } from "vitest";
import { definitions } from "../../../model/kinds/index.ts";
import schema from "../../../schema.json" with { type: "json" };

interface Described {
  readonly description?: string;
  readonly secret?: boolean;
}

test.each(Object.entries(definitions))("describes every property of %s, and marks secrets", (kind, definition) => {
  const resources: Record<
    string,
    Record<"properties" | "inputProperties", Record<string, Described>>
  > = schema.resources;
  const { properties = {}, inputProperties = {} } = resources[`statushub:index:${kind}`] ?? {};
  expect(Object.keys(inputProperties)).toEqual(expect.arrayContaining(Object.keys(definition.properties)));
  const outputs = { ...definition.properties, ...definition.outputs };
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(outputs)));

  for (const [name, { secret }] of Object.entries(outputs)) expect(properties[name]?.secret, name).toBe(secret);
  for (const [name, { description }] of Object.entries(inputProperties)) expect(description, name).toMatch(/\S/);
});

test("only variables of the configuration have a default from the environment, which an argument would keep in the state", () => {
  const { config, provider } = schema;
  expect(config.variables.region).toMatchObject({
    $ref: "#/types/statushub:index:Region",
    defaultInfo: { environment: ["STATUSHUB_REGION"] },
  });
  expect(Object.keys(config.variables)).toEqual(Object.keys(provider.inputProperties));
  expect(JSON.stringify(provider)).not.toContain("STATUSHUB_");
});
