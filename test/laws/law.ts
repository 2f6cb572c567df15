import { afterAll, beforeAll, describe, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.ts";
import { definitions } from "../../kinds/index.ts";
import type { Definition } from "../../kinds/kind.ts";
import { type Host, startHost } from "./host.ts";
import { startNative } from "./native.ts";
import { createWorld, type World } from "./world.ts";

/** What holds for every resource, or for those that it says. */
export interface Law {
  /** One or more ids of the catalogue: `LIF-1`, `LIF-3 NPD-1`. */
  readonly id: string;
  readonly says: string;
  /** @default every kind */
  readonly appliesTo?: (definition: Definition) => boolean;
  readonly emulator?: EmulatorOptions;
  /** @param another makes another world of the same sort */
  readonly prove: (world: World, another: () => Promise<World>) => Promise<void>;
}

/** Milliseconds. A law goes through every property, beside many others, on a machine that may be busy. */
const timeLimit = 240_000;

/** The two providers. */
const hosts: Readonly<Record<string, () => Promise<Host>>> = {
  "dynamic provider": startHost,
  "native provider": startNative,
};

/** Registers a test for each law and each kind of resource, over HTTP and through both providers. */
export function proveOverHttp(laws: readonly Law[]): void {
  describe.concurrent.each(Object.entries(hosts))("%s", (_, start) => proveThrough(start, laws));
}

function proveThrough(start: () => Promise<Host>, laws: readonly Law[]): void {
  let host: Host;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.close());

  // Laws of faults wait for retries most of the time, so those of all kinds run side by side.
  describe.concurrent.each(Object.keys(definitions).filter((kind) => lawsFor(laws, kind).length > 0))("%s", (kind) => {
    for (const law of lawsFor(laws, kind)) {
      test(`[${law.id}] ${law.says}`, { timeout: timeLimit }, async () => {
        const worlds: World[] = [];
        const another = async () => {
          const world = await createWorld(host, kind, law.emulator);
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

/** The laws that a kind is under. */
export const lawsFor = <L extends Pick<Law, "appliesTo">>(laws: readonly L[], kind: string): L[] =>
  laws.filter(({ appliesTo }) => {
    const definition = definitions[kind];
    return definition !== undefined && (appliesTo === undefined || appliesTo(definition));
  });

export const isMade = ({ operations }: Definition): boolean => operations.create !== undefined;
export const isAdopted = (definition: Definition): boolean => !isMade(definition);
