import type { EmulatorOptions } from "../../../emulator/index.ts";
import type { Values } from "../../engine-model/grpc.ts";
import type { Kept } from "../../engine-model/host.ts";
import { type Subject, without } from "../../samples/program.ts";
import type { Law } from "../law.ts";
import type { World, Write } from "../world.ts";

type Another = (options?: EmulatorOptions) => Promise<World>;

interface Setting {
  readonly emulator?: EmulatorOptions;
  /**
   * Whether it depends on how Pulumi calls a provider, so that it is tested through both. Otherwise it calls the native
   * provider's code without gRPC, because the code below is the same.
   */
  readonly isOfProtocol?: boolean;
}

interface DirectLaw extends Law<(world: World, another: Another) => Promise<void>>, Setting {
  readonly story?: undefined;
}

/** What several laws look at. It happens once for each kind. */
export interface Story<Told> extends Setting {
  readonly appliesTo?: Law<unknown>["appliesTo"];
  tell(world: World, another: Another): Promise<Told>;
}

type ToldLaw<Told> = Law<(told: Told, subject: Subject) => void>;

export type HttpLaw = DirectLaw | (ToldLaw<unknown> & Setting & { readonly story: Story<unknown> });

/** Returns laws with what all of them have in common, unless they say otherwise. */
export const lawsWith = (common: Pick<HttpLaw, "appliesTo" | "isOfProtocol">, laws: readonly HttpLaw[]): HttpLaw[] =>
  laws.map((law) => ({ ...common, ...law }));

/** Returns the laws about a story. Each checks its own part, so that a failure names the law that doesn't hold. */
export const lawsAbout = <Told>({ appliesTo, ...story }: Story<Told>, laws: readonly ToldLaw<Told>[]): HttpLaw[] =>
  lawsWith(
    { ...(appliesTo && { appliesTo }), ...(story.isOfProtocol && { isOfProtocol: true }) },
    laws.map(({ prove, ...law }) => ({ ...law, story, prove: (told, subject) => prove(told as Told, subject) })),
  );

/** Merges the bodies of writes, without fields that a PUT of a maintenance adds to what changes. */
export function mergedBody(writes: readonly Write[]): Values {
  const bodies = writes.map(({ method, body: { recurring, ...body } = {} }) => {
    const isAdded = method === "PUT" && body.silent === true && Object.keys(body).length > 1;
    return isAdded ? without(body, "silent") : body;
  });
  return Object.assign({}, ...bodies);
}

export const methods = (writes: readonly Write[]): string[] => writes.map(({ method }) => method);

/** Creates the resource, and returns what the state has of it. */
export async function createManaged(world: World, inputs: Values): Promise<Kept> {
  await world.deployment.up(inputs);
  world.takeWrites();
  const { id = "", outputs = {} } = world.deployment.state ?? {};
  return { id, outputs };
}

/** Creates a record that is in no state, like another user or a killed run. Returns its ID. */
export async function createUnmanaged(world: World, inputs: Values, created_at?: string): Promise<string> {
  const another = world.deployAnother();
  await another.up(inputs);
  const id = another.state?.id ?? "";
  if (created_at !== undefined) world.emulator.edit(world.samples.table, Number(id), { created_at });
  world.takeWrites();
  return id;
}

/** The same, but visitors see another title, so that the API decides about its unique values. */
export const seenOtherwise = ({ definition }: World, inputs: Values): Values =>
  definition.isSeen === undefined ? inputs : { ...inputs, publicName: "Another name" };

export const recordPath = ({ definition }: World, id: string): string =>
  definition.operations.get.path.replace("{subdomain}", "acme").replace(/\{\w+\}/, id);

/** Matches the path of the kind's list, on any hub. */
export const listPath = ({ definition }: World): RegExp =>
  new RegExp(`^${definition.operations.list.path.replace("{subdomain}", "[^/]+")}$`);

/** Copies the only live record until the hub has so many of the kind. */
export function fill(
  { emulator, samples, live }: World,
  count: number,
  own: (number: number) => Values = () => ({}),
): void {
  const snapshot = emulator.snapshot();
  const rows: readonly object[] = snapshot.rows[samples.table] ?? [];
  const [copied] = live();
  const copies = Array.from({ length: count - rows.length }, (_, index) => ({
    ...copied,
    ...own(index),
    id: 1000 + index,
  }));
  emulator.restore({ ...snapshot, rows: { ...snapshot.rows, [samples.table]: [...rows, ...copies] } });
}
