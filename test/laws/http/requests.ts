import type { Values } from "../grpc.ts";
import type { Write } from "../world.ts";

/** The bodies of writes as one, without what the API wants of a series beside the changed properties. */
export function mergedBody(writes: readonly Write[]): Values {
  const { recurring, ...body } = Object.assign({}, ...writes.map(({ body }) => body ?? {}));
  return body;
}

export const methods = (writes: readonly Write[]): string[] => writes.map(({ method }) => method);

/** What a plan says where there is nothing to do. */
export const nothing = { step: "same", properties: [] };
