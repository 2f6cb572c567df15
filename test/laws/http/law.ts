import type { EmulatorOptions } from "../../../emulator/index.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { without } from "../../samples/program.ts";
import type { Law } from "../law.ts";
import type { World, Write } from "../world.ts";

/** A law that is tested over HTTP. */
export interface HttpLaw
  extends Law<(world: World, another: (options?: EmulatorOptions) => Promise<World>) => Promise<void>> {
  readonly emulator?: EmulatorOptions;
}

/** Merges the bodies of writes, without fields that a PUT of a maintenance adds to what changes. */
export function mergedBody(writes: readonly Write[]): Values {
  const bodies = writes.map(({ method, body: { recurring, ...body } = {} }) => {
    const isAdded = method === "PUT" && body.silent === true && Object.keys(body).length > 1;
    return isAdded ? without(body, "silent") : body;
  });
  return Object.assign({}, ...bodies);
}

export const methods = (writes: readonly Write[]): string[] => writes.map(({ method }) => method);

/** Creates a record that is in no state, like another user or a killed run. Returns its ID. */
export async function createUnmanaged(world: World, inputs: Values, created_at?: string): Promise<string> {
  const another = world.deployAnother();
  await another.up(inputs);
  const id = another.state?.id ?? "";
  if (created_at !== undefined) world.emulator.edit(world.samples.table, Number(id), { created_at });
  world.takeWrites();
  return id;
}

/** Matches the path of the kind's list, on any hub. */
export const listPath = ({ definition }: World): RegExp =>
  new RegExp(`^${definition.operations.list.path.replace("{subdomain}", "[^/]+")}$`);
