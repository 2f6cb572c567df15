import type { Live } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import { withoutCode } from "../../model/problem.ts";
import { isHubNotFound } from "../../provider/client/hubs.ts";
import { findLeft, recover } from "../../provider/lifecycle/index.ts";
import { hubOf, open } from "../../provider/lifecycle/record/hub.ts";
import { creationTime, leftoverAge, type Recovered } from "../../provider/lifecycle/record/leftover.ts";
import { Owners } from "../../provider/lifecycle/record/owners.ts";
import type { Scope } from "../../provider/lifecycle/record/scope.ts";
import { isOver } from "../../provider/lifecycle/series/occurrence.ts";
import { type Properties, storedFrom } from "../../provider/marks.ts";
import { isDefaultProvider, nameIn } from "../../provider/resource-type.ts";
import type { AccountOf } from "../connection.ts";
import type { undecided } from "../errors/recover.ts";
import { identify, providerOf, stackRecord } from "../project/record.ts";
import { type ExportedResource, inClear } from "../project/stack.ts";
import { pair, type Searched } from "./pair.ts";
import type { Interrupted, PendingCreate } from "./pending.ts";
import type { RecoveredCreate } from "./state.ts";

/** What becomes of each create that was interrupted. */
export interface RecoveryPlan {
  /** Those whose record is known, as the state gets it. */
  readonly made: readonly Made[];
  /** URNs of creates that had no effect, or that a later run has repeated. */
  readonly gone: readonly string[];
  /** Those that the next `up` repeats. */
  readonly absent: readonly string[];
  /** Only a person can tell what belongs to them. */
  readonly undecided: readonly Undecided[];
}

interface Made extends RecoveredCreate {
  readonly found: Found;
  readonly isOneOfSeveral: boolean;
}

interface Undecided {
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

/** Whether a record was made when the run may have made it, by the server's clock. */
export type AgeOf = (live: Live, serverTime: number) => "of the run" | "unclear" | "of others";

/**
 * A run makes its records about when it last writes the state, and while it locks it. That a record is older or younger proves
 * nothing: a later command may have written the state again, and this machine's clock may be wrong.
 *
 * @param written by the clock of this machine, like `now` and `begun`
 */
export const aboutWhen =
  (written: number, now: number, begun = Number.POSITIVE_INFINITY): AgeOf =>
  (live, serverTime) => {
    const created = creationTime(live) + now - serverTime;
    const isOfRun = created > Math.min(begun, written - leftoverAge) && created < written + leftoverAge;
    return isOfRun ? "of the run" : "unclear";
  };

/** Searches the pages for what interrupted creates have left. It only reads. */
export async function planRecovery(
  accountOf: AccountOf,
  resources: readonly ExportedResource[],
  { interrupted, ageOf }: { readonly interrupted: Interrupted; readonly ageOf: AgeOf },
): Promise<RecoveryPlan> {
  const known = new Set(resources.flatMap(({ urn, id = "" }) => [urn, `${urn}::${id}`]));
  const owners = await ownersOf(resources, accountOf);
  const searched = await Promise.all(
    interrupted.creates.map((create) => search(create, { accountOf, owners, known, ageOf })),
  );
  const found = searched.flatMap((each) => ("scope" in each ? [each] : []));
  const unreachable = searched.flatMap((each) => ("scope" in each ? [] : [each]));
  const { pairs, cleared, undecided } = pair(found);
  const whole = pairs.filter(({ found }) => found.missing.length === 0);
  const detached = pairs.filter(({ found }) => found.missing.length > 0);
  // Otherwise, the occurrences of one series could be taken for those of an equal one.
  for (const { found, id } of whole) found.scope.owners.note(found.scope.definition, [id], "in the state");
  const made = whole.map(async ({ found, id, isOneOfSeveral }) => {
    const recovered = await takeOver(found, id);
    return { create: found.create, found, recovered, isOneOfSeveral };
  });
  // Pulumi repeats an update, whatever its effect was.
  const without = cleared.filter(({ create }) => !create.isUpdate).map(({ resource }) => resource);
  const gone = [...without, ...interrupted.repeatable];
  return {
    made: await Promise.all(made),
    gone,
    absent: gone.filter((urn) => !known.has(urn)),
    undecided: [
      ...undecided.map((each) => ({ ...each, urn: each.found.resource })),
      ...detached.map(({ found, id }) => ({ urn: found.resource, found, ids: [id], why: "detached" as const })),
      ...unreachable,
      ...interrupted.unknown.map((urn) => ({
        urn,
        ids: [],
        why: identify(urn) ? ("hidden" as const) : ("other" as const),
      })),
    ],
  };
}

interface Surroundings {
  readonly accountOf: AccountOf;
  /** The owners of the records of an account. */
  readonly owners: (baseUrl: string) => Owners;
  /** The URNs in the state, and those of providers with their IDs. */
  readonly known: ReadonlySet<string>;
  readonly ageOf: AgeOf;
}

async function search(
  create: PendingCreate,
  { accountOf, owners, known, ageOf }: Surroundings,
): Promise<Found | Undecided> {
  const { definition, declared, resource, before, isUpdate, components } = create;
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
    // What has replaced a resource is younger than what it has replaced.
    const earliest = wholeSecond(Date.parse(before?.created ?? ""));
    const findOf = (age: ReturnType<AgeOf>) =>
      findLeft(
        scope,
        declared,
        (live) => ageOf(live, collection.serverTime()) === age && !(creationTime(live) < earliest),
      );
    const stated = { id: before?.id ?? "", stored: storedFrom(inClear(before?.outputs ?? {}) as Properties) };
    const mayCreate = !isUpdate || isOver(scope, stated);
    const { equal, similar } = mayCreate ? await findOf("of the run") : nothing;
    const { equal: unclear } = mayCreate && equal.length === 0 ? await findOf("unclear") : nothing;
    const references = [provider, parent, ...dependencies].filter((each) => each !== "" && !known.has(each));
    const isNew = (reference: string) => components.some((component) => component.urn === reference);
    return {
      create,
      resource: urn,
      scope,
      place: `${baseUrl} ${collection.hub.id} ${definition.kind}`,
      equal: inOrder(equal),
      unclear: inOrder(unclear),
      similar: inOrder(similar),
      records: new Map([...equal, ...unclear, ...similar].map((live) => [String(live.id), live])),
      missing: references.filter((each) => !isNew(each)).map((each) => nameIn(each === provider ? ownProvider : each)),
    };
  } catch (error) {
    if (!isHubNotFound(error)) throw error;
    return { ...unreachable, reason: withoutCode(error.message) };
  }
}

const nothing = { equal: [], similar: [] };

/** Says what the state would have of a record if its create hadn't been interrupted. */
function takeOver({ scope, records, create }: Found, id: string): Promise<Recovered> {
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
    if (definition !== undefined) ownersIn(client.connection.baseUrl).note(definition, ids, "in the state");
  }
  return ownersIn;
}
