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
  /** The records of its account that no resource of the stack has. */
  readonly unowned: Leftovers;
  /** The names of resources to which it refers and that the state lacks, for example after a `destroy`. */
  readonly missing: readonly string[];
}

/** Searches the pages for what interrupted creates have left. It only reads. */
export async function planRecovery(
  accountOf: AccountOf,
  resources: readonly ExportedResource[],
  { creates, repeatable, unknown }: Interrupted,
): Promise<RecoveryPlan> {
  // A resource refers to others by their URN, and to its provider by URN and ID.
  const inState = new Set(resources.flatMap(({ urn, id = "" }) => [urn, `${urn}::${id}`]));
  const unowned = await UnownedRecords.besides(resources, accountOf);
  const searched = await Promise.all(creates.map((create) => search(create, { accountOf, unowned, inState })));
  const unreachable = searched.filter((each) => "why" in each);
  const { pairs, cleared, undecided } = pair(searched.filter((each) => "records" in each));
  const importable = pairs.filter(({ found }) => found.missing.length === 0);
  const detached = pairs.filter(({ found }) => found.missing.length > 0);
  // All of them have an owner before one is recovered: else a series could take the occurrences of an equal one.
  for (const { found, id } of importable) found.unowned.note(found.create.definition, id);
  return {
    made: await Promise.all(importable.map(({ found, id }) => recover(found, id))),
    gone: [...cleared.map(({ resource }) => resource), ...repeatable],
    undecided: [
      ...undecided.map((found) => undecidedAbout(found, found.equal, "several")),
      ...detached.map(({ found, id }) => undecidedAbout(found, [id], "detached")),
      ...unreachable,
      ...unknown.map((urn): Undecided => ({ urn, ids: [], why: identify(urn) ? "hidden" : "other" })),
    ],
    later: [],
  };
}

async function recover(found: FoundCreate, id: string): Promise<RecoveredCreate> {
  return { create: found.create, found, recovered: await found.recover(found.records.get(id) ?? {}) };
}

const undecidedAbout = (found: FoundCreate, ids: readonly string[], why: Undecided["why"]): Undecided => ({
  urn: found.resource,
  found,
  ids,
  why,
});

interface Known {
  readonly accountOf: AccountOf;
  readonly unowned: UnownedRecords;
  /** What the state has: URNs, also with the ID. */
  readonly inState: ReadonlySet<string>;
}

async function search(
  create: PendingCreate,
  { accountOf, unowned, inState }: Known,
): Promise<FoundCreate | (Undecided & { readonly why: "unreachable" })> {
  const { definition, declared, resource } = create;
  const provider = providerOf(resource);
  const unreachable = { urn: resource.urn, ids: [], why: "unreachable" } as const;
  const hasProvider = isDefaultProvider(provider) || inState.has(provider);
  if (!hasProvider) return { ...unreachable, reason: `the state lacks its provider ${nameIn(provider)}` };
  try {
    const account = await accountOf(provider);
    const ofAccount = unowned.in(account);
    const result = await ofAccount.find(account, definition, declared);
    return {
      create,
      recover: result.recover,
      unowned: ofAccount,
      resource: resource.urn,
      place: `${account.client.connection.baseUrl} ${result.hubId} ${definition.kind}`,
      equal: result.records.map(({ id }) => String(id)).toSorted(),
      isAnother: declared.adopt === false,
      records: new Map(result.records.map((live) => [String(live.id), live])),
      missing: missingFor(create, inState),
    };
  } catch (error) {
    const failure = failureOf(error);
    const isUnreachable = failure?.is === "hub not visible" || failure?.is === "other hub";
    if (!isUnreachable) throw error;
    return { ...unreachable, reason: withoutCode(failure.message) };
  }
}

/** Returns the names of what a resource refers to and what neither the state has nor the create makes. */
function missingFor({ resource, components }: PendingCreate, inState: ReadonlySet<string>): string[] {
  const { provider = "", parent = "", dependencies = [] } = resource;
  const isKnown = (urn: string) => urn === "" || inState.has(urn) || components.some((each) => each.urn === urn);
  const missing = [provider, parent, ...dependencies].filter((each) => !isKnown(each));
  // The ID of a provider follows its URN.
  return missing.map((each) => nameIn(each === provider ? providerOf(resource) : each));
}

/** The records of each account that no resource of a stack has. The stack may reach an account with several providers. */
class UnownedRecords {
  readonly #byUrl = new Map<string, Leftovers>();

  static async besides(resources: readonly ExportedResource[], accountOf: AccountOf): Promise<UnownedRecords> {
    const unowned = new UnownedRecords();
    for (const { kind, ids, provider } of stackRecords(resources)) {
      const ofAccount = unowned.in(await accountOf(provider));
      const definition = definitions[kind];
      if (definition !== undefined) for (const id of ids) ofAccount.note(definition, id);
    }
    return unowned;
  }

  in({ client }: Account): Leftovers {
    const { baseUrl } = client.connection;
    const ofAccount = this.#byUrl.get(baseUrl) ?? new Leftovers();
    this.#byUrl.set(baseUrl, ofAccount);
    return ofAccount;
  }
}
