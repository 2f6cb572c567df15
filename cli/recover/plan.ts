import type { Live } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import { withoutCode } from "../../model/problem.ts";
import { isDefaultProvider, nameIn } from "../../model/pulumi/resource-type.ts";
import { failureOf, Leftovers } from "../../provider/inspect.ts";
import type { AccountOf } from "../connection.ts";
import type { undecided } from "../errors/recover.ts";
import { identify, providerOf, stackRecords } from "../project/record.ts";
import type { ExportedResource } from "../project/stack.ts";
import { pair, type SearchedCreate } from "./pair.ts";
import type { Interrupted, PendingCreate } from "./pending.ts";

type Leftover = Awaited<ReturnType<Leftovers["find"]>>;

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
  readonly found: FoundCreate;
  readonly recovered: Awaited<ReturnType<Leftover["recover"]>>;
}

export interface Undecided {
  readonly urn: string;
  readonly why: Exclude<keyof typeof undecided, "explanation">;
  /** The records that may belong to it. */
  readonly ids: readonly string[];
  /** Missing if the page can't be searched. */
  readonly found?: FoundCreate;
  /** Why not, if that isn't due to the resource itself. */
  readonly reason?: string;
}

/** What a create may have left, with the records themselves. */
export interface FoundCreate extends SearchedCreate {
  readonly create: PendingCreate;
  readonly leftover: Leftover;
  /** The records that no resource of the stack has. */
  readonly account: Leftovers;
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
  const leftovers = await leftoversOf(resources, accountOf);
  const searched = await Promise.all(creates.map((create) => search(create, accountOf, { leftovers, known })));
  const { pairs, cleared, undecided } = pair(searched.flatMap((each) => ("leftover" in each ? [each] : [])));
  const whole = pairs.filter(({ found }) => found.missing.length === 0);
  const detached = pairs.filter((each) => !whole.includes(each));
  // Otherwise, the occurrences of one series could be taken for those of an equal one.
  for (const { found, id } of whole) found.account.note(found.create.definition, id);
  const made = whole.map(async ({ found, found: { leftover, records, create }, id }) => {
    return { create, found, recovered: await leftover.recover(records.get(id) ?? {}) };
  });
  return {
    made: await Promise.all(made),
    gone: [...cleared.map(({ resource }) => resource), ...repeatable],
    undecided: [
      ...undecided.map((found) => ({ urn: found.resource, found, ids: found.equal, why: "several" as const })),
      ...detached.map(({ found, id }) => ({ urn: found.resource, found, ids: [id], why: "detached" as const })),
      ...searched.flatMap((each) => ("leftover" in each ? [] : [each])),
      ...unknown.map((urn) => ({ urn, ids: [], why: identify(urn) ? ("hidden" as const) : ("other" as const) })),
    ],
  };
}

async function search(
  create: PendingCreate,
  accountOf: AccountOf,
  { leftovers, known }: { readonly leftovers: (baseUrl: string) => Leftovers; readonly known: ReadonlySet<string> },
): Promise<FoundCreate | Undecided> {
  const { definition, declared, resource, components } = create;
  const { urn, provider = "", parent = "", dependencies = [] } = resource;
  const ownProvider = providerOf(resource);
  const unreachable = { urn, ids: [], why: "unreachable" } as const;
  if (!isDefaultProvider(ownProvider) && !known.has(ownProvider))
    return { ...unreachable, reason: `the state lacks its provider ${nameIn(ownProvider)}` };
  try {
    const account = await accountOf(ownProvider);
    const { baseUrl } = account.client.connection;
    const leftover = await leftovers(baseUrl).find(account, definition, declared);
    const { hubId, records: equal } = leftover;
    const isKnown = (urnOf: string) =>
      urnOf === "" || known.has(urnOf) || components.some((each) => each.urn === urnOf);
    const missing = [provider, parent, ...dependencies].filter((each) => !isKnown(each));
    return {
      create,
      leftover,
      account: leftovers(baseUrl),
      resource: urn,
      place: `${baseUrl} ${hubId} ${definition.kind}`,
      equal: equal.map(({ id }) => String(id)).toSorted(),
      isAnother: declared.adopt === false,
      records: new Map(equal.map((live) => [String(live.id), live])),
      missing: missing.map((each) => nameIn(each === provider ? ownProvider : each)),
    };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.is !== "hub not visible" && failure?.is !== "other hub") throw error;
    return { ...unreachable, reason: withoutCode(failure.message) };
  }
}

/** What is left in each account, which the stack may reach with several providers. */
async function leftoversOf(
  resources: readonly ExportedResource[],
  accountOf: AccountOf,
): Promise<(baseUrl: string) => Leftovers> {
  const all = new Map<string, Leftovers>();
  const leftoversIn = (baseUrl: string) => {
    const leftovers = all.get(baseUrl) ?? new Leftovers();
    all.set(baseUrl, leftovers);
    return leftovers;
  };
  for (const { kind, ids, provider } of stackRecords(resources)) {
    const { client } = await accountOf(provider);
    const definition = definitions[kind];
    if (definition !== undefined) for (const id of ids) leftoversIn(client.connection.baseUrl).note(definition, id);
  }
  return leftoversIn;
}
