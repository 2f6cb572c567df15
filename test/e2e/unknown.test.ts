import { expect, test } from "vitest";
import { definitions } from "../../kinds/index.ts";
import { createPage } from "../engine/page.ts";
import { hubs } from "../laws/world.ts";
import { subjectOf } from "../samples/index.ts";
import { full } from "../samples/program.ts";

const resources = Object.fromEntries(Object.keys(definitions).map((kind) => [kind, full(subjectOf(kind))]));

/** One resource of every kind, with every input from an output that is unknown before the first service is created. */
const program = `
import * as statushub from "pulumi-statushub";
import resources from "./resources.json" with { type: "json" };

const first = new statushub.Service("first", { hub: "acme", groupId: 1, name: "First" });
const later = (args) =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, first.createdAt.apply(() => value)]));
for (const [kind, args] of Object.entries(resources)) new statushub[kind](kind, later(args));
`;

test("[UNK-1] a preview succeeds and sends nothing if every input of every kind is another resource's output", async () => {
  const files = { "resources.json": JSON.stringify(resources) };
  const page = await createPage({ program, files, emulator: { preset: { hubs } } });

  expect(await page.pulumi("preview")).toMatchObject({ code: 0 });
  expect(page.emulator.requests).toEqual([]);
  expect(await page.up()).toMatchObject({ code: 0 });
});
