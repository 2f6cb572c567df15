import type { Stored } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Account } from "../../provider/client/account.ts";
import { open } from "../../provider/lifecycle/record/hub.ts";
import type { PlannedChange } from "../engine/planned.ts";
import type { ResourceState } from "../project/stack.ts";
import { labelOfLive } from "../records.ts";
import { type FindManaged, type ManagedRecords, recordKey, secretLabel } from "./managed.ts";
import { ifReadable } from "./readable.ts";
import { serviceKey } from "./services.ts";

/** The services that a change names. */
export interface NamedServices {
  readonly account: Account;
  readonly hub: string;
  readonly ids: readonly string[];
}

/** The properties of a kind that name services. */
const referring = (kind: string) =>
  Object.entries(definitions[kind]?.properties ?? {}).filter(([, { type }]) => type.references !== undefined);

export const namesServices = ({ kind }: PlannedChange): boolean => referring(kind).length > 0;

/** The values of a record in each phase of a plan. */
export const statesOf = ({ known, step: { oldState, newState } }: PlannedChange): readonly unknown[] =>
  [known, oldState, newState].flatMap(({ inputs, outputs }: ResourceState = {}) => [inputs, outputs]);

/** Returns the IDs of the services that these values name. */
export function serviceIds({ kind }: PlannedChange, values: readonly unknown[]): string[] {
  const ids = referring(kind).flatMap(([name, { type }]) =>
    values.flatMap((each) => type.references?.idsIn((each as Stored | null | undefined)?.[name]) ?? []),
  );
  return [...new Set(ids.map(String))].filter((id) => Number.isInteger(Number(id)));
}

/** Reads the names of services: with a list or, if the API has none, one by one. */
export async function readServiceNames(
  named: readonly NamedServices[],
  findManaged: FindManaged,
): Promise<{ readonly services: ReadonlyMap<string, string>; readonly withoutNames: ReadonlySet<string> }> {
  const some = named.filter(({ ids }) => ids.length > 0);
  const managed = some.length > 0 ? await findManaged() : new Map<string, string>();
  const found = await Promise.all(some.map(async (each) => ({ ...each, names: await namesOf(each, managed) })));
  return {
    services: new Map(found.flatMap(({ names = [] }) => names)),
    withoutNames: new Set(found.flatMap(({ hub, names }) => (names === undefined ? [hub] : []))),
  };
}

const namesOf = ({ account, hub, ids }: NamedServices, managed: ManagedRecords) =>
  ifReadable(async () => {
    const { Service: service } = definitions;
    const record = await account.hubs.find(hub);
    if (record === undefined || service === undefined) return undefined;
    // Documented: a connected hub shows services of its primary hub, and operations on services are only valid there.
    const place = record.type === "connected" ? { id: String(record.parent_id) } : { subdomain: hub };
    const collection = await open(account, service, place);
    const read = ids.map(async (id) => {
      const live = await collection.read(id);
      if (live === undefined) return [];
      // A program may declare a name as a secret.
      const isSecret = managed.get(recordKey(account, { kind: service.kind, id })) === secretLabel;
      return [[serviceKey(hub, id), isSecret ? secretLabel : labelOfLive(service, live)] as const];
    });
    return (await Promise.all(read)).flat();
  });
