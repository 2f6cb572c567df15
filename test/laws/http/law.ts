import type { EmulatorOptions } from "../../../emulator/index.ts";
import type { Values } from "../grpc.ts";
import type { Law } from "../law.ts";
import type { World, Write } from "../world.ts";

/** A law that is tested over HTTP. */
export interface HttpLaw extends Law<(world: World, another: () => Promise<World>) => Promise<void>> {
  readonly emulator?: EmulatorOptions;
}

/** The bodies of writes as one, without what the API wants of a series beside the changed properties. */
export function mergedBody(writes: readonly Write[]): Values {
  const { recurring, ...body } = Object.assign({}, ...writes.map(({ body }) => body ?? {}));
  return body;
}

export const methods = (writes: readonly Write[]): string[] => writes.map(({ method }) => method);
