import type { Live } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import { withoutCode } from "../../model/problem.ts";
import { isDefaultProvider, nameIn } from "../../model/pulumi/resource-type.ts";
import { failureOf, Leftovers } from "../../provider/inspect.ts";
import type { undecided } from "../errors/recover.ts";
import { identify, providerOf, stackRecords } from "../project/record.ts";
import type { ExportedResource } from "../project/stack.ts";
import type { AccountOf } from "../provider-accounts.ts";
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
  /** What is left in its account: the records that no resource of the stack has. */
  readonly leftovers: Leftovers;
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
  const inState = new Set(resources.flatMap(({ urn, id = "" }) => [urn, `${urn}::${id}`]));
  const leftoversIn = await leftoversOf(resources, accountOf);
  const searched = await Promise.all(creates.map((create) => search(create, accountOf, { leftoversIn, inState })));
  const { pairs, cleared, undecided } = pair(searched.filter(isFound));
  const whole = pairs.filter(({ found }) => found.missing.length === 0);
  const detached = pairs.filter(({ found }) => found.missing.length > 0);
  // Otherwise, the occurrences of one series could be taken for those of an equal one.
  for (const { found, id } of whole) found.leftovers.note(found.create.definition, id);
  return {
    made: await Promise.all(whole.map(({ found, id }) => recover(found, id))),
    gone: [...cleared.map(({ resource }) => resource), ...repeatable],
    undecided: [
      ...undecided.map((found) => undecidedAbout(found, found.equal, "several")),
      ...detached.map(({ found, id }) => undecidedAbout(found, [id], "detached")),
      ...searched.filter((each): each is Undecided => !isFound(each)),
      ...unknown.map((urn): Undecided => ({ urn, ids: [], why: identify(urn) ? "hidden" : "other" })),
    ],
  };
}

const isFound = (searched: FoundCreate | Undecided): searched is FoundCreate => "leftover" in searched;

async function recover(found: FoundCreate, id: string): Promise<RecoveredCreate> {
  const { create, leftover, records } = found;
  return { create, found, recovered: await leftover.recover(records.get(id) ?? {}) };
}

const undecidedAbout = (found: FoundCreate, ids: readonly string[], why: Undecided["why"]): Undecided => ({
  urn: found.resource,
  found,
  ids,
  why,
});

interface Known {
  readonly leftoversIn: (baseUrl: string) => Leftovers;
  /** URNs of what the state has, also with the ID, as a resource names its provider. */
  readonly inState: ReadonlySet<string>;
}

async function search(
  create: PendingCreate,
  accountOf: AccountOf,
  { leftoversIn, inState }: Known,
): Promise<FoundCreate | Undecided> {
  const { definition, declared, resource } = create;
  const provider = providerOf(resource);
  const unreachable = { urn: resource.urn, ids: [], why: "unreachable" } as const;
  const hasProvider = isDefaultProvider(provider) || inState.has(provider);
  if (!hasProvider) return { ...unreachable, reason: `the state lacks its provider ${nameIn(provider)}` };
  try {
    const account = await accountOf(provider);
    const { baseUrl } = account.client.connection;
    const leftovers = leftoversIn(baseUrl);
    const leftover = await leftovers.find(account, definition, declared);
    const { hubId, records } = leftover;
    return {
      create,
      leftover,
      leftovers,
      resource: resource.urn,
      place: `${baseUrl} ${hubId} ${definition.kind}`,
      equal: records.map(({ id }) => String(id)).toSorted(),
      isAnother: declared.adopt === false,
      records: new Map(records.map((live) => [String(live.id), live])),
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
