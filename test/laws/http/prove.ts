import { afterAll, beforeAll, describe, test } from "vitest";
import type { EmulatorOptions } from "../../../emulator/index.ts";
import { definitions } from "../../../kinds/index.ts";
import type { Host } from "../../engine-model/host.ts";
import { lawsFor } from "../law.ts";
import { createWorld, type World } from "../world.ts";
import { httpLaws } from "./index.ts";

/** In milliseconds. A law tests every property, in parallel with many others, and the machine may be busy. */
const timeout = 240_000;

/** Registers a test for each law and each kind of resource, over HTTP and through one of the two providers. */
export function proveThrough(start: () => Promise<Host>): void {
  let host: Host;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.close());

  // Laws about faults wait for retries most of the time, so those of all kinds run in parallel.
  describe.concurrent.each(Object.keys(definitions))("%s", (kind) => {
    for (const law of lawsFor(httpLaws, kind)) {
      test(`[${law.id}] ${law.says}`, { timeout }, async () => {
        const worlds: World[] = [];
        const another = async (options?: EmulatorOptions) => {
          const world = await createWorld(host, kind, { ...law.emulator, ...options });
          worlds.push(world);
          return world;
        };
        try {
          await law.prove(await another(), another);
        } finally {
          await Promise.all(worlds.map((world) => world.close()));
        }
      });
    }
  });
}
