import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { withTypeAlias } from "../../sdk/resource.ts";

const urn = "urn:pulumi:test::unit::pulumi:providers:statushub::one";

test.each<[string, pulumi.Alias]>([
  ["a name", { name: "old" }],
  ["a parent", { parent: pulumi.rootStackResource }],
  ["a parent and a name", { name: "old", parent: pulumi.rootStackResource }],
  ["a project and a stack", { project: "old", stack: "old" }],
])("a resource that moves between the providers and changes %s at once keeps its record", (_, alias) => {
  const { aliases } = withTypeAlias("old:type", { aliases: [urn, alias] });
  expect(aliases).toEqual([urn, alias, { type: "old:type" }, { type: "old:type", ...alias }]);
});

test("so does one whose alias is an output", async () => {
  const { aliases = [] } = withTypeAlias("old:type", { aliases: [pulumi.output({ parent: urn })] });
  const known = pulumi.output(aliases) as unknown as { promise(): Promise<unknown> };
  expect(await known.promise()).toEqual([{ parent: urn }, { type: "old:type" }, { type: "old:type", parent: urn }]);
});
