import { definitions } from "../../model/kinds/index.ts";
import type { Account } from "../../provider/inspect.ts";
import { describeAccount } from "../connection.ts";
import { type HubContent, readContent } from "../hub/content.ts";
import { type HubOfRecord, stackRecords } from "../project/record.ts";
import { isHub, labelOfLive } from "../records.ts";
import type { HubLabel, PlannedStack } from "../report/stacks.ts";
import { withProgress } from "../terminal/progress.ts";
import type { UnmanagedContent, UnmanagedRecord } from "./facts.ts";

/** Stands for the account of a provider whose key only the update knows. Its records count as managed in every account. */
const unknownAccount = "unknown";

/** An account as one of its keys sees it. */
interface SeenAccount {
  readonly account: Account;
  readonly hubs: HubOfRecord[];
  readonly hubLabel: HubLabel;
}

type Managing = Pick<PlannedStack, "resources" | "accountOf" | "hubLabel">;

/**
 * Finds the records on the stacks' hubs that none of the stacks manages, by hub. Several stacks, providers and keys can use
 * one account, so a record that one of them has is managed for all of them. What the refresh has just listed isn't read again.
 */
export async function findUnmanaged(stacks: readonly Managing[]): Promise<Map<string, UnmanagedContent>> {
  const { owned, accounts } = await managedIn(stacks);
  // By hub, because several keys of an account may see the same one.
  const unmanaged = new Map<string, UnmanagedContent>();
  for (const { account, hubs, hubLabel } of accounts) {
    const { baseUrl } = account.client.connection;
    const isOwned = (kind: string, id: string) =>
      [baseUrl, unknownAccount].some((place) => owned.has(`${place} ${kind} ${id}`));
    const subdomains = await currentSubdomains(account, hubs);
    const reading = subdomains.map((subdomain) => readContent(account, subdomain, { onlyLists: true }));
    for (const page of await withProgress("Reading", () => Promise.all(reading))) {
      const signUps = page.leftOut.filter(({ kind, id, isSignUp }) => isSignUp && !isOwned(kind, id)).length;
      const hub = hubLabel(page.subdomain, describeAccount({ baseUrl }));
      unmanaged.set(hub, { unmanaged: unmanagedOn(page, isOwned), signUps });
    }
  }
  return unmanaged;
}

/** Finds all records in the states, also those that a refresh doesn't read, and where they are. */
async function managedIn(stacks: readonly Managing[]) {
  const owned = new Set<string>();
  const accounts = new Map<string, SeenAccount>();
  for (const { resources, accountOf, hubLabel } of stacks) {
    for (const { provider, kind, ids, hub } of stackRecords(resources)) {
      const account = await accountOf(provider);
      const { baseUrl = unknownAccount, apiKey = "" } = account?.client.connection ?? {};
      for (const id of ids) owned.add(`${baseUrl} ${kind} ${id}`);
      if (account === undefined) continue;
      const key = `${baseUrl} ${apiKey}`;
      const seen = accounts.get(key) ?? { account, hubs: [], hubLabel };
      accounts.set(key, seen);
      seen.hubs.push(hub);
    }
  }
  return { owned, accounts: accounts.values() };
}

/** A hub keeps its ID when it is renamed, and the state of a record may contain only that. */
async function currentSubdomains(account: Account, hubs: readonly HubOfRecord[]): Promise<string[]> {
  const visible = new Map((await account.hubs.list()).map(({ id, subdomain }) => [String(id), String(subdomain)]));
  return [...new Set(hubs.map(({ id = "", subdomain }) => visible.get(id) ?? subdomain ?? id))];
}

function unmanagedOn(
  { records, leftOut }: HubContent,
  isOwned: (kind: string, id: string) => boolean,
): UnmanagedRecord[] {
  // If the state has a later occurrence of a series, the series is managed.
  const ownedSeries = new Set(leftOut.filter(({ kind, id }) => isOwned(kind, id)).map(({ series }) => series));
  return records.flatMap(({ kind, record }) => {
    const definition = definitions[kind];
    const id = String(record.id);
    if (definition === undefined || isHub(kind) || isOwned(kind, id)) return [];
    if (definition.series && ownedSeries.has(id)) return [];
    return [{ kind, id, label: labelOfLive(definition, record) }];
  });
}
