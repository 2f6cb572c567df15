import type { Live } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import { withoutCode } from "../../model/problem.ts";
import { isDefaultProvider, nameIn } from "../../model/pulumi/resource-type.ts";
import { type Account, failureOf, Leftovers } from "../../provider/inspect.ts";
import type { undecided } from "../errors/recover.ts";
import { identify, providerOf, stackRecords } from "../project/record.ts";
import type { ExportedResource } from "../project/stack.ts";
import type { AccountOf } from "../provider-accounts.ts";
import { pair, type SearchedCreate } from "./pair.ts";
import type { Interrupted, PendingCreate } from "./pending.ts";

/** What becomes of each create that was interrupted. */
export interface RecoveryPlan {
  /** Those whose record is known, as the state gets it. */
  readonly made: readonly RecoveredCreate[];
  /** URNs of creates that had no effect, or that a later run has repeated. */
  readonly gone: readonly string[];
  /** Only a person can tell what belongs to them. */
  readonly undecided: readonly Undecided[];
  /** URNs of creates that refer to the first ones, and can only be compared once these are imported. */
  readonly later: readonly string[];
}

export interface RecoveredCreate {
  readonly create: PendingCreate;
  readonly found: FoundCreate;
  readonly recovered: Recovered;
}

/** What a search for the record of a create has found. */
type SearchResult = Awaited<ReturnType<Leftovers["find"]>>;

/** What the state would have of a record if its create hadn't been interrupted. */
type Recovered = Awaited<ReturnType<SearchResult["recover"]>>;

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

/** A create whose record was searched for, with the records that it may have made. */
export interface FoundCreate extends SearchedCreate {
  readonly create: PendingCreate;
  readonly records: ReadonlyMap<string, Live>;
  readonly recover: SearchResult["recover"];
  /** All that was searched: the records of its account that no resource of the stack has. */
  readonly leftovers: Leftovers;
  /** The names of resources to which it refers and that the state lacks, for example after a `destroy`. */
  readonly missing: readonly string[];
}

type Unreachable = Undecided & { readonly why: "unreachable" };

/** Searches the pages for what interrupted creates have left. It only reads. */
export async function planRecovery(
  accountOf: AccountOf,
  resources: readonly ExportedResource[],
  { creates, repeatable, unknown }: Interrupted,
): Promise<RecoveryPlan> {
  const leftovers = await LeftoversByAccount.besides(resources, accountOf);
  const known: Known = { accountOf, leftovers, references: referencesTo(resources) };
  const searched = await Promise.all(creates.map((create) => search(create, known)));
  const unreachable = searched.filter((each) => "why" in each);
  const { pairs, cleared, undecided } = pair(searched.filter((each) => "records" in each));
  const importable = pairs.filter(({ found }) => found.missing.length === 0);
  const detached = pairs.filter(({ found }) => found.missing.length > 0);
  // All of them have an owner before one is recovered: else a series could take the occurrences of an equal one.
  for (const { found, id } of importable) found.leftovers.note(found.create.definition, id);
  return {
    made: await Promise.all(importable.map(({ found, id }) => recover(found, id))),
    gone: [...cleared.map(({ urn }) => urn), ...repeatable],
    undecided: [
      ...undecided.map((found) => undecidedAbout(found, found.equal, "several")),
      ...detached.map(({ found, id }) => undecidedAbout(found, [id], "detached")),
      ...unreachable,
      ...unknown.map((urn): Undecided => ({ urn, ids: [], why: identify(urn) ? "hidden" : "other" })),
    ],
    later: [],
  };
}

/** What resources of a state can be referred to by: their URN or, for a provider, its URN and ID. */
const referencesTo = (resources: readonly ExportedResource[]): ReadonlySet<string> =>
  new Set(resources.flatMap(({ urn, id = "" }) => [urn, `${urn}::${id}`]));

async function recover(found: FoundCreate, id: string): Promise<RecoveredCreate> {
  return { create: found.create, found, recovered: await found.recover(found.records.get(id) ?? {}) };
}

const undecidedAbout = (found: FoundCreate, ids: readonly string[], why: Undecided["why"]): Undecided => ({
  urn: found.urn,
  found,
  ids,
  why,
});

/** What is known before a search. */
interface Known {
  readonly accountOf: AccountOf;
  readonly leftovers: LeftoversByAccount;
  /** What a create can refer to in the state. */
  readonly references: ReadonlySet<string>;
}

/** Searches for the records that a create may have made, unless its account or its hub can't be reached. */
async function search(create: PendingCreate, known: Known): Promise<FoundCreate | Unreachable> {
  const { resource } = create;
  const provider = providerOf(resource);
  const unreachable = { urn: resource.urn, ids: [], why: "unreachable" } as const;
  const hasProvider = isDefaultProvider(provider) || known.references.has(provider);
  if (!hasProvider) return { ...unreachable, reason: `the state lacks its provider ${nameIn(provider)}` };
  try {
    return await searchIn(await known.accountOf(provider), create, known);
  } catch (error) {
    const failure = failureOf(error);
    const isOfHub = failure?.is === "hub not visible" || failure?.is === "other hub";
    if (!isOfHub) throw error;
    return { ...unreachable, reason: withoutCode(failure.message) };
  }
}

async function searchIn(account: Account, create: PendingCreate, known: Known): Promise<FoundCreate> {
  const { definition, declared, resource } = create;
  const leftovers = known.leftovers.in(account);
  const { hubId, records, recover } = await leftovers.find(account, definition, declared);
  return {
    create,
    recover,
    leftovers,
    urn: resource.urn,
    place: `${account.client.connection.baseUrl} ${hubId} ${definition.kind}`,
    equal: records.map(({ id }) => String(id)).toSorted(),
    isAnother: declared.adopt === false,
    records: new Map(records.map((live) => [String(live.id), live])),
    missing: missingFor(create, known.references),
  };
}

/** Returns the names of what a resource refers to and what neither the state has nor the create makes. */
function missingFor({ resource, components }: PendingCreate, references: ReadonlySet<string>): string[] {
  const { provider = "", parent = "", dependencies = [] } = resource;
  const isMade = (urn: string) => components.some((component) => component.urn === urn);
  const missing = [provider, parent, ...dependencies].filter(
    (each) => each !== "" && !references.has(each) && !isMade(each),
  );
  // The ID of a provider follows its URN.
  return missing.map((each) => nameIn(each === provider ? providerOf(resource) : each));
}

/** The records of each account that no resource of a stack has. Several providers of the stack may reach one account. */
class LeftoversByAccount {
  readonly #byUrl = new Map<string, Leftovers>();

  static async besides(resources: readonly ExportedResource[], accountOf: AccountOf): Promise<LeftoversByAccount> {
    const leftovers = new LeftoversByAccount();
    for (const { kind, ids, provider } of stackRecords(resources)) {
      const definition = definitions[kind];
      const ofAccount = leftovers.in(await accountOf(provider));
      if (definition === undefined) continue;
      for (const id of ids) ofAccount.note(definition, id);
    }
    return leftovers;
  }

  in({ client }: Account): Leftovers {
    const { baseUrl } = client.connection;
    const ofAccount = this.#byUrl.get(baseUrl) ?? new Leftovers();
    this.#byUrl.set(baseUrl, ofAccount);
    return ofAccount;
  }
}
