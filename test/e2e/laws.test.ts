import { expect, test } from "vitest";
import { definitions } from "../../kinds/index.ts";
import { createPage, type Page } from "../engine/page.ts";
import { changeManually, furnish } from "../laws/world.ts";
import { samples as allSamples } from "../samples/index.ts";
import { changes, full } from "../samples/program.ts";

/** One resource of every kind, with all properties. */
const program = `
import * as statushub from "pulumi-statushub";
import resources from "./resources.json" with { type: "json" };

const { Hub, ...children } = resources;
const hub = new statushub.Hub("Hub", Hub);
for (const [kind, args] of Object.entries(children)) new statushub[kind](kind, { ...args, hub });
`;

const subjects = Object.entries(definitions).flatMap(([kind, definition]) => {
  const samples = allSamples[kind];
  return samples === undefined ? [] : [{ kind, definition, samples }];
});

const resources = Object.fromEntries(subjects.map((subject) => [subject.kind, full(subject)]));

/** The first visible manual change of each property, except of a hub's subdomain. */
const visibleChanges = subjects.map((subject) => {
  const { kind, definition, samples } = subject;
  const visible = Object.keys(samples.properties).filter((name) => {
    const property = definition.properties[name];
    return !property?.writeOnly && !property?.replaces && name !== "subdomain";
  });
  const found = visible.flatMap((name) => changes(subject).find((change) => change.name === name) ?? []);
  return { kind, samples, found };
});

/** The changes of half of the properties, so that pairs such as start and end don't conflict. */
const half = (found: readonly Change[], turn: number) => found.filter((_, index) => index % 2 === turn);

type Change = (typeof visibleChanges)[number]["found"][number];

/** Changes half of the properties of each kind manually. Returns their names by kind. */
async function changeByHandInEach(
  page: Page,
  turn: number,
): Promise<Map<string, { names: string[]; wires: string[] }>> {
  const state = await page.state();
  const changed = new Map<string, { names: string[]; wires: string[] }>();
  for (const { kind, samples, found } of visibleChanges) {
    const wire = ({ name }: Change) => samples.properties[name]?.wire ?? "";
    const chosen = half(found, turn);
    const body = Object.fromEntries(chosen.map((change) => [wire(change), change.to.wire]));
    if (chosen.length === 0) continue;
    await changeManually(page.emulator, kind, { id: state[kind]?.id ?? "", body });
    changed.set(kind, { names: chosen.map(({ name }) => name).sort(), wires: chosen.map(wire).sort() });
  }
  return changed;
}

/** Returns the property that a path such as `a.b[0]` is part of. */
const outermost = (path: string) => path.split(/[.[]/)[0];

test("[NPD-2 LIF-3 DRF-1 DRF-2 DRF-12] a manual change of any property of any kind is shown on that property, and reverted by one PUT of its key", async () => {
  const page = await createPage({ program, files: { "resources.json": JSON.stringify(resources) } });
  await furnish(page.emulator);
  expect(await page.up()).toMatchObject({ code: 0 });
  page.takeWrites();

  for (const turn of [0, 1]) {
    const changed = await changeByHandInEach(page, turn);
    const { code, steps } = await page.plan("--refresh");
    expect(code).toBe(7);
    const shown = steps.map(({ name, op, properties }) => [name, op, [...new Set(properties.map(outermost))].sort()]);
    expect(shown.sort()).toEqual([...changed].map(([kind, { names }]) => [kind, "update", names]).sort());
    expect(page.takeWrites()).toEqual([]);

    expect(await page.up(undefined, "--refresh")).toMatchObject({ code: 0 });
    // The pattern of a series is put back by its own PUT, because it also applies to the later occurrences. Each PUT of a
    // maintenance repeats its silent.
    const byRecord = Map.groupBy(page.takeWrites(), ({ method, path }) => `${method} ${path}`);
    const sent = [...byRecord.values()].map((writes) => {
      const { recurring, ...rest } = Object.assign({}, ...writes.map(({ body }) => body));
      if (writes[0]?.path.includes("/maintenances/")) delete rest.silent;
      return `${writes[0]?.method} ${Object.keys(rest).sort()}`;
    });
    expect(sent.sort()).toEqual([...changed.values()].map(({ wires }) => `PUT ${wires}`).sort());
  }
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
});

/** The same, with every input from an output that is unknown before the first service is created. */
const unknownProgram = `
import * as statushub from "pulumi-statushub";
import resources from "./resources.json" with { type: "json" };

const first = new statushub.Service("first", { hub: "acme", groupId: 1, name: "First" });
const later = (args) =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, first.createdAt.apply(() => value)]));
for (const [kind, args] of Object.entries(resources)) new statushub[kind](kind, later(args));
`;

test("[UNK-1] a preview succeeds and sends nothing if every input of every kind is another resource's output", async () => {
  const page = await createPage({
    program: unknownProgram,
    files: { "resources.json": JSON.stringify(resources) },
  });
  await furnish(page.emulator);

  expect(await page.pulumi("preview")).toMatchObject({ code: 0 });
  expect(page.emulator.requests).toEqual([]);
  expect(await page.up()).toMatchObject({ code: 0 });
});
