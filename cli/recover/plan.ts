import type { Live } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import { withoutCode } from "../../model/problem.ts";
import { isDefaultProvider, nameIn } from "../../model/pulumi/resource-type.ts";
import { isHubNotFound } from "../../provider/client/hubs.ts";
import { findLeft, recover } from "../../provider/lifecycle/index.ts";
import { hubOf, open } from "../../provider/lifecycle/record/hub.ts";
import type { Recovered } from "../../provider/lifecycle/record/leftover.ts";
import { Owners } from "../../provider/lifecycle/record/owners.ts";
import type { Scope } from "../../provider/lifecycle/record/scope.ts";
import type { AccountOf } from "../connection.ts";
import type { undecided } from "../errors/recover.ts";
import { identify, providerOf, stackRecord } from "../project/record.ts";
import type { ExportedResource } from "../project/stack.ts";
import { pair, type Searched } from "./pair.ts";
import type { Interrupted, PendingCreate } from "./pending.ts";

/** What becomes of each create that was interrupted. */
export interface RecoveryPlan {
  /** Those whose record is known, as the state gets it. */
  readonly made: readonly RecoveredCreate[];
  /** URNs of creates that had no effect, or that a later run has repeated. */
  readonly gone: readonly string[];
  /** Only a person can tell what belongs to them. */
  readonly undecided: readonly Undecided[];
  /** URNs of creates that refer to the first ones, and can only be compared afterwards. */
  readonly later?: readonly string[];
}

export interface RecoveredCreate {
  readonly create: PendingCreate;
  readonly found: Found;
  readonly recovered: Recovered;
}

export interface Undecided {
  readonly urn: string;
  readonly why: Exclude<keyof typeof undecided, "explanation">;
  /** The records that may belong to it. */
  readonly ids: readonly string[];
  /** Missing if the page can't be searched. */
  readonly found?: Found;
  /** Why not, if that isn't due to the resource itself. */
  readonly reason?: string;
}

/** What a create may have left, with the records themselves. */
export interface Found extends Searched {
  readonly create: PendingCreate;
  readonly scope: Scope;
  readonly records: ReadonlyMap<string, Live>;
  /** The names of resources to which it refers and that the state lacks, for example after a `destroy`. */
  readonly missing: readonly string[];
}

/** Searches the pages for what interrupted creates have left. It only reads. */
export async function planRecovery(
  accountOf: AccountOf,
  resources: readonly ExportedResource[],
  { creates, repeatable, unknown }: Interrupted,
): Promise<RecoveryPlan> {
  const known = new Set(resources.flatMap(({ urn, id = "" }) => [urn, `${urn}::${id}`]));
  const owners = await ownersOf(resources, accountOf);
  const searched = await Promise.all(creates.map((create) => search(create, accountOf, { owners, known })));
  const { pairs, cleared, undecided } = pair(searched.flatMap((each) => ("scope" in each ? [each] : [])));
  const whole = pairs.filter(({ found }) => found.missing.length === 0);
  const detached = pairs.filter((each) => !whole.includes(each));
  // Otherwise, the occurrences of one series could be taken for those of an equal one.
  for (const { found, id } of whole) found.scope.owners.noteStored(found.scope.definition, { id, stored: {} });
  const made = whole.map(async ({ found, found: { scope, records, create }, id }) => {
    return { create, found, recovered: await recover(scope, create.declared, records.get(id) ?? {}) };
  });
  return {
    made: await Promise.all(made),
    gone: [...cleared.map(({ resource }) => resource), ...repeatable],
    undecided: [
      ...undecided.map((found) => ({ urn: found.resource, found, ids: found.equal, why: "several" as const })),
      ...detached.map(({ found, id }) => ({ urn: found.resource, found, ids: [id], why: "detached" as const })),
      ...searched.flatMap((each) => ("scope" in each ? [] : [each])),
      ...unknown.map((urn) => ({ urn, ids: [], why: identify(urn) ? ("hidden" as const) : ("other" as const) })),
    ],
  };
}

async function search(
  create: PendingCreate,
  accountOf: AccountOf,
  { owners, known }: { readonly owners: (baseUrl: string) => Owners; readonly known: ReadonlySet<string> },
): Promise<Found | Undecided> {
  const { definition, declared, resource, components } = create;
  const { urn, provider = "", parent = "", dependencies = [] } = resource;
  const ownProvider = providerOf(resource);
  const unreachable = { urn, ids: [], why: "unreachable" } as const;
  if (!isDefaultProvider(ownProvider) && !known.has(ownProvider))
    return { ...unreachable, reason: `the state lacks its provider ${nameIn(ownProvider)}` };
  try {
    const account = await accountOf(ownProvider);
    const collection = await open(account, definition, hubOf(definition, { declared }));
    const { baseUrl } = account.client.connection;
    const scope = { definition, collection, owners: owners(baseUrl) };
    const equal = await findLeft(scope, declared);
    const isKnown = (urnOf: string) =>
      urnOf === "" || known.has(urnOf) || components.some((each) => each.urn === urnOf);
    const missing = [provider, parent, ...dependencies].filter((each) => !isKnown(each));
    return {
      create,
      scope,
      resource: urn,
      place: `${baseUrl} ${collection.hub.id} ${definition.kind}`,
      equal: equal.map(({ id }) => String(id)).toSorted(),
      isAnother: declared.adopt === false,
      records: new Map(equal.map((live) => [String(live.id), live])),
      missing: missing.map((each) => nameIn(each === provider ? ownProvider : each)),
    };
  } catch (error) {
    if (!isHubNotFound(error)) throw error;
    return { ...unreachable, reason: withoutCode(error.message) };
  }
}

/** The owners of the records of each account, which the stack may reach with several providers. */
async function ownersOf(
  resources: readonly ExportedResource[],
  accountOf: AccountOf,
): Promise<(baseUrl: string) => Owners> {
  const all = new Map<string, Owners>();
  const ownersIn = (baseUrl: string) => {
    const owners = all.get(baseUrl) ?? new Owners();
    all.set(baseUrl, owners);
    return owners;
  };
  for (const { kind, ids, provider } of resources.flatMap((each) => stackRecord(each) ?? [])) {
    const { client } = await accountOf(provider);
    const definition = definitions[kind];
    if (definition !== undefined)
      for (const id of ids) ownersIn(client.connection.baseUrl).noteStored(definition, { id, stored: {} });
  }
  return ownersIn;
}
