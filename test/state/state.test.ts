import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { definitions } from "../../model/kinds/index.ts";
import manifest from "../../package.json" with { type: "json" };
import { pointer } from "../engine/pointer.ts";
import { nothing, type State } from "../engine-model/deployment.ts";
import { type Host, startHost } from "../engine-model/host.ts";
import { createWorld, type World } from "../laws/world.ts";
import { full } from "../samples/program.ts";

/*
 * The state is a wire format: every later version must read what any version has written. A file here is the state of
 * the program that declares everything, as its version wrote it. It never changes after that version's release.
 */

type Fixture = Record<string, State>;

const fixtures = globSync("*.json", { cwd: import.meta.dirname }).map(
  (file) =>
    [basename(file, ".json"), JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8")) as Fixture] as const,
);
const kinds = Object.keys(definitions);

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

/** The world of a kind, whose program declares everything and is deployed. It is closed after the test. */
async function deployed(kind: string): Promise<World> {
  const world = await createWorld(host, kind);
  onTestFinished(() => world.close());
  await world.deployment.up(full(world));
  world.takeWrites();
  return world;
}

/** As stored in a stack, with the pointer. The owner is random. The time of a record is the test's; hubs are always created at the same time. */
function stored(kind: string, { id, inputs, outputs }: State): State {
  const __provider = pointer(kind);
  return {
    id,
    inputs: { ...inputs, __provider },
    outputs: {
      ...outputs,
      ...(kind !== "Hub" && { createdAt: "2026-11-21T12:00:00Z" }),
      __owner: kind,
      __provider,
    },
  };
}

const stateOf = ({ deployment }: World): State => {
  if (deployment.state === undefined) throw new Error("There is no state.");
  return deployment.state;
};

test(`[UPG-1] the state that ${manifest.version} writes is kept; until its release, -u rewrites it`, async () => {
  const states = await Promise.all(
    kinds.map(async (kind) => [kind, stored(kind, stateOf(await deployed(kind)))] as const),
  );
  const text = JSON.stringify(Object.fromEntries(states), null, 2);
  await expect(`${text}\n`).toMatchFileSnapshot(`${manifest.version}.json`);
});

describe.each(fixtures)("the state of %s", (_, fixture) => {
  test.each(Object.keys(fixture))("[UPG-1] %s is compared, refreshed and destroyed", async (kind) => {
    const world = await deployed(kind);
    const { deployment } = world;
    const { createdAt } = stateOf(world).outputs;
    const old = fixture[kind];
    if (old === undefined) throw new Error(`The state has no ${kind}.`);
    deployment.state = old;

    // That version's program, which declares no properties that were added later.
    const known = Object.entries(full(world)).filter(([name]) => name in old.inputs);
    const program = Object.fromEntries(known);
    expect(await deployment.preview({ ...program, __provider: pointer(kind) })).toMatchObject({ step: "same" });
    await deployment.refresh();
    const { createdAt: _, __provider, ...outputs } = old.outputs;
    // A later version may know more about a record.
    expect(stateOf(world).outputs).toMatchObject({ ...outputs, createdAt });
    expect(await deployment.preview(program)).toEqual(nothing);
    expect(world.takeWrites()).toEqual([]);

    await deployment.destroy();
    if (kind !== "Hub") expect(world.live()).toEqual([]);
  });

  test("[UPG-2] the pointer never changes", () => {
    for (const [kind, { inputs, outputs }] of Object.entries(fixture)) {
      expect([inputs.__provider, outputs.__provider]).toEqual([pointer(kind), pointer(kind)]);
    }
  });
});
