import { afterAll, beforeAll, describe, test } from "vitest";
import type { EmulatorOptions } from "../../../emulator/index.ts";
import { definitions } from "../../../model/kinds/index.ts";
import type { Host } from "../../engine-model/host.ts";
import { subjectOf } from "../../samples/index.ts";
import { lawsFor, titleOf } from "../law.ts";
import { createWorld, type World } from "../world.ts";
import type { HttpLaw, Story } from "./law.ts";

/** In milliseconds. A law tests every property, in parallel with many others, and the machine may be busy. */
const timeout = 240_000;

/** The only laws that run for MaintenanceTemplate, which shares its other code with IncidentTemplate. */
const aboutProperties = /^(LIF|NPD|CLR|DRF|LST|UNK|SEC)-|^FLT-8$/;

/** Registers a test for each law and each kind of resource, over HTTP. */
export function proveThrough(start: () => Promise<Host>, laws: readonly HttpLaw[]): void {
  let host: Host;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.close());

  // Laws about faults wait for retries most of the time, so those of all kinds run in parallel.
  describe.concurrent.each(Object.keys(definitions))("%s", (kind) => {
    const told = new Map<Story<unknown>, Promise<unknown>>();
    const tell = (story: Story<unknown>): Promise<unknown> => {
      const telling = told.get(story) ?? withWorlds(host, kind, story.emulator, story.tell);
      told.set(story, telling);
      return telling;
    };
    const isProven = ({ id }: HttpLaw) => kind !== "MaintenanceTemplate" || aboutProperties.test(id);
    for (const law of lawsFor(laws, kind).filter(isProven)) {
      test(titleOf(law), { timeout }, async () => {
        if (law.story === undefined) await withWorlds(host, kind, law.emulator, law.prove);
        else law.prove(await tell(law.story), subjectOf(kind));
      });
    }
  });
}

/** Runs something on an emulator, or on more if it needs more. */
async function withWorlds<Result>(
  host: Host,
  kind: string,
  emulator: EmulatorOptions | undefined,
  work: (world: World, another: (options?: EmulatorOptions) => Promise<World>) => Promise<Result>,
): Promise<Result> {
  const worlds: World[] = [];
  const another = async (options?: EmulatorOptions) => {
    const world = await createWorld(host, kind, { ...emulator, ...options });
    worlds.push(world);
    return world;
  };
  try {
    return await work(await another(), another);
  } finally {
    await Promise.all(worlds.map((world) => world.close()));
  }
}
