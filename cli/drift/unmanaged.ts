import { definitions } from "../../kinds/index.ts";
import { type Account, openAccount } from "../../provider/client/account.ts";
import type { Connection } from "../../provider/config.ts";
import { labelOf, type Page, type PageRecord, readPage } from "../hub/page.ts";
import { isHub } from "../kinds.ts";
import type { Stack } from "../project/stack.ts";
import { createProgress } from "../terminal/progress.ts";
import { createAccounts } from "./connections.ts";
import type { HubOfRecord, ManagedRecord } from "./record.ts";
import type { UnmanagedRecord } from "./report.ts";

/** What the state of a stack holds. */
export interface ManagedStack {
  readonly stack: Stack;
  readonly managed: readonly ManagedRecord[];
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

/** The records of the stacks' hubs that are in the state of none of them, by hub. */
export async function findUnmanaged(stacks: readonly ManagedStack[]): Promise<Map<string, UnmanagedRecord[]>> {
  const found = new Map<string, UnmanagedRecord[]>();
  for (const { managed, keys } of await groupByAccount(stacks)) {
    const owned = new Set(managed.map(keyOf));
    const pages = new Map<string, Page>();
    for (const { connection, hubs } of keys) {
      for (const page of await readPages(connection, hubs)) pages.set(page.subdomain, page);
    }
    for (const [hub, page] of pages) found.set(hub, [...(found.get(hub) ?? []), ...ownerless(page, owned)]);
  }
  return found;
}

interface ManagedAccount {
  readonly managed: ManagedRecord[];
  /** The keys of the account that the stacks use, each with the hubs on which it is used. */
  readonly keys: readonly { readonly connection: Connection; readonly hubs: readonly HubOfRecord[] }[];
}

/** Stacks and providers of the same account belong together: what one of them has is managed. */
async function groupByAccount(stacks: readonly ManagedStack[]): Promise<ManagedAccount[]> {
  const accounts = new Map<string, Map<string, { connection: Connection; managed: ManagedRecord[] }>>();
  for (const { stack, managed } of stacks) {
    const accountOf = createAccounts(stack);
    for (const record of managed) {
      const connection = await accountOf(record.provider);
      const keys = accounts.get(connection.baseUrl) ?? new Map();
      const key = keys.get(connection.apiKey) ?? { connection, managed: [] };
      key.managed.push(record);
      accounts.set(connection.baseUrl, keys.set(connection.apiKey, key));
    }
  }
  return [...accounts.values()].map((keys) => ({
    managed: [...keys.values()].flatMap((key) => key.managed),
    keys: [...keys.values()].map((key) => ({ connection: key.connection, hubs: key.managed.map(({ hub }) => hub) })),
  }));
}

async function readPages(connection: Connection, hubs: readonly HubOfRecord[]): Promise<Page[]> {
  const progress = createProgress("Reading");
  const account = openAccount(connection, { onProgress: progress.update });
  try {
    const subdomains = await currentSubdomains(account, hubs);
    return await Promise.all(subdomains.map((hub) => readPage(account, hub, { ended: true, lean: true })));
  } finally {
    progress.end();
  }
}

/** A hub keeps its ID when it is renamed, and the state may know it by nothing else. */
async function currentSubdomains(account: Account, hubs: readonly HubOfRecord[]): Promise<string[]> {
  const visible = new Map((await account.hubs.list()).map(({ id, subdomain }) => [String(id), String(subdomain)]));
  const names = hubs.map(({ id = "", subdomain }) => visible.get(id) ?? subdomain ?? id);
  return [...new Set(names)];
}

function ownerless({ records, leftOut }: Page, owned: ReadonlySet<string>): UnmanagedRecord[] {
  // A series of which the state holds a later occurrence is managed as well.
  const ownedSeries = leftOut.filter((record) => owned.has(keyOf(record)));
  const seriesKeys = new Set(ownedSeries.map(({ kind, series = "" }) => keyOf({ kind, id: series })));
  return records
    .map(({ kind, record }) => ({ kind, id: String(record.id), label: labelled(kind, record) }))
    .filter((record) => !isHub(record.kind) && !owned.has(keyOf(record)) && !seriesKeys.has(keyOf(record)));
}

function labelled(kind: string, record: PageRecord["record"]): string {
  const definition = definitions[kind];
  return definition === undefined ? "" : labelOf(definition, record);
}
