import type { Live } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import { findLeft, recover } from "../../provider/lifecycle/index.ts";
import { hubOf, open } from "../../provider/lifecycle/record/hub.ts";
import { creationTime, type Recovered } from "../../provider/lifecycle/record/leftover.ts";
import { Owners } from "../../provider/lifecycle/record/owners.ts";
import type { Scope } from "../../provider/lifecycle/record/scope.ts";
import { isOver } from "../../provider/lifecycle/series/occurrence.ts";
import { type Properties, storedFrom } from "../../provider/marks.ts";
import type { AccountOf } from "../connection.ts";
import { providerOf, type StackRecord, stackRecord } from "../project/record.ts";
import { type ExportedResource, inClear } from "../project/stack.ts";
import type { Searched } from "./pair.ts";
import type { PendingCreate } from "./pending.ts";

/** Whether a record is young enough, by the server's clock. */
export type IsYoung = (live: Live, serverTime: number) => boolean;

/** What a create may have left, with the records themselves. */
export interface Found extends Searched<PendingCreate> {
  readonly scope: Scope;
  readonly records: ReadonlyMap<string, Live>;
}

const nothing = { equal: [], similar: [] };

/** Searches the pages for what interrupted creates have left. It only reads. */
export async function search(
  accountOf: AccountOf,
  resources: readonly ExportedResource[],
  { creates, isYoung }: { readonly creates: readonly PendingCreate[]; readonly isYoung: IsYoung },
): Promise<Found[]> {
  const records = resources.flatMap((resource) => stackRecord(resource) ?? []);
  const owners = await ownersOf(records, accountOf);
  return Promise.all(
    creates.map(async (create) => {
      const { definition, declared, resource, before, isUpdate } = create;
      const account = await accountOf(providerOf(resource));
      const collection = await open(account, definition, hubOf(definition, { declared }));
      const { baseUrl } = account.client.connection;
      const scope = { definition, collection, owners: owners(baseUrl) };
      // What has replaced a resource is younger than what it has replaced.
      const earliest = Date.parse(before?.created ?? "");
      const isOurs = (live: Live) =>
        isYoung(live, collection.serverTime()) && !(creationTime(live) < wholeSecond(earliest));
      const known = { id: before?.id ?? "", stored: storedFrom(inClear(before?.outputs ?? {}) as Properties) };
      const { equal, similar } = isUpdate && !isOver(scope, known) ? nothing : await findLeft(scope, declared, isOurs);
      return {
        create,
        resource: resource.urn,
        scope,
        place: `${baseUrl} ${collection.hub.id} ${definition.kind}`,
        equal: inOrder(equal),
        similar: inOrder(similar),
        records: new Map([...equal, ...similar].map((live) => [String(live.id), live])),
      };
    }),
  );
}

/** Says what the state would have of a record if its create hadn't been interrupted. */
export function takeOver({ scope, records, create }: Found, id: string): Promise<Recovered> {
  const live = records.get(id);
  if (live === undefined) throw new TypeError(`${create.kind} ${id} was not searched for.`);
  return recover(scope, create.declared, live);
}

const wholeSecond = (time: number) => Math.floor(time / 1000) * 1000;

const inOrder = (records: readonly Live[]): string[] =>
  records
    .toSorted((one, other) => creationTime(one) - creationTime(other) || Number(one.id) - Number(other.id))
    .map(({ id }) => String(id));

/** The owners of the records of each account, which the stack may reach with several providers. */
async function ownersOf(records: readonly StackRecord[], accountOf: AccountOf): Promise<(baseUrl: string) => Owners> {
  const all = new Map<string, Owners>();
  const ownersIn = (baseUrl: string) => {
    const owners = all.get(baseUrl) ?? new Owners();
    all.set(baseUrl, owners);
    return owners;
  };
  for (const { kind, ids, provider } of records) {
    const { client } = await accountOf(provider);
    const definition = definitions[kind];
    if (definition !== undefined) ownersIn(client.connection.baseUrl).note(definition, ids, "in the state");
  }
  return ownersIn;
}
