import { definitions } from "../../model/kinds/index.ts";
import type { Account } from "../../provider/inspect.ts";
import { describeAccount } from "../connection.ts";
import { type HubContent, readContent } from "../hub/content.ts";
import { type HubOfRecord, stackRecords } from "../project/record.ts";
import { isHub, labelOfLive } from "../records.ts";
import type { HubLabel } from "../report/hub-label.ts";
import type { PlannedStack } from "../report/stacks.ts";
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
  const { managed, accounts } = await managedIn(stacks);
  // By hub, because several keys of an account may see the same one.
  const unmanaged = new Map<string, UnmanagedContent>();
  for (const { account, hubs, hubLabel } of accounts) {
    const { baseUrl } = account.client.connection;
    const isManaged = (kind: string, id: string) =>
      managed.has(recordKey(baseUrl, kind, id)) || managed.has(recordKey(unknownAccount, kind, id));
    const subdomains = await currentSubdomains(account, hubs);
    const reading = subdomains.map((subdomain) => readContent(account, subdomain, { onlyLists: true }));
    for (const page of await withProgress("Reading", () => Promise.all(reading))) {
      // Subscriptions of visitors are left out, because no program declares them, but the report says how many there are.
      const signUps = page.leftOut.filter(({ kind, id, isSignUp }) => isSignUp && !isManaged(kind, id)).length;
      const hub = hubLabel(page.subdomain, describeAccount({ baseUrl }));
      unmanaged.set(hub, { unmanaged: unmanagedOn(page, isManaged), signUps });
    }
  }
  return unmanaged;
}

const recordKey = (baseUrl: string, kind: string, id: string) => `${baseUrl} ${kind} ${id}`;

/** Finds all records in the states, also those that a refresh doesn't read, and the accounts and hubs where they are. */
async function managedIn(stacks: readonly Managing[]) {
  const managed = new Set<string>();
  const accounts = new Map<string, SeenAccount>();
  for (const { resources, accountOf, hubLabel } of stacks) {
    for (const { provider, kind, ids, hub } of stackRecords(resources)) {
      const account = await accountOf(provider);
      const { baseUrl = unknownAccount, apiKey = "" } = account?.client.connection ?? {};
      for (const id of ids) managed.add(recordKey(baseUrl, kind, id));
      if (account === undefined) continue;
      // Another key may see other hubs of the same account.
      const key = `${baseUrl} ${apiKey}`;
      const seen = accounts.get(key) ?? { account, hubs: [], hubLabel };
      accounts.set(key, seen);
      seen.hubs.push(hub);
    }
  }
  return { managed, accounts: accounts.values() };
}

/** A hub keeps its ID when it is renamed, and the state of a record may contain only that. */
async function currentSubdomains(account: Account, hubs: readonly HubOfRecord[]): Promise<string[]> {
  const visible = new Map((await account.hubs.list()).map(({ id, subdomain }) => [String(id), String(subdomain)]));
  const subdomains = hubs.map(({ id = "", subdomain }) => {
    const current = visible.get(id);
    // Without it, the hub is called as in the state.
    return current ?? subdomain ?? id;
  });
  return [...new Set(subdomains)];
}

function unmanagedOn(
  { records, leftOut }: HubContent,
  isManaged: (kind: string, id: string) => boolean,
): UnmanagedRecord[] {
  // Only the first record of a series is among the records. The state may have a later one, which is left out, and names its series by the
  // ID of the first one. Then the series is managed, too.
  const managedSeries = new Set(leftOut.filter(({ kind, id }) => isManaged(kind, id)).map(({ series }) => series));
  return records.flatMap(({ kind, record }) => {
    const definition = definitions[kind];
    const id = String(record.id);
    if (definition === undefined || isHub(kind) || isManaged(kind, id)) return [];
    if (definition.series && managedSeries.has(id)) return [];
    return [{ kind, id, label: labelOfLive(definition, record) }];
  });
}
