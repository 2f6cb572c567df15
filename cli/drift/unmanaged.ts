import { definitions } from "../../kinds/index.ts";
import type { ApiRecord } from "../../provider/client/request.ts";
import type { Connection } from "../../provider/config.ts";
import { labelOf, type Page } from "../hub/page.ts";
import { type ChooseHubs, readPages } from "../hub/pages.ts";
import { isHub } from "../kinds.ts";
import type { Stack } from "../project/stack.ts";
import { createAccounts } from "./connections.ts";
import type { HubOfRecord, ManagedRecord } from "./record.ts";
import type { UnmanagedRecord } from "./report.ts";

/** A stack and the records in its state. */
export interface ManagedStack {
  readonly stack: Stack;
  readonly managed: readonly ManagedRecord[];
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

/** Finds the records on the stacks' hubs that none of the stacks manages, by hub. */
export async function findUnmanaged(stacks: readonly ManagedStack[]): Promise<Map<string, UnmanagedRecord[]>> {
  const found = new Map<string, UnmanagedRecord[]>();
  for (const { managed, keys } of await groupByAccount(stacks)) {
    const owned = new Set(managed.map(keyOf));
    const pages = new Map<string, Page>();
    for (const { connection, hubs } of keys) {
      const read = await readPages(connection, currentSubdomains(hubs), { ended: true, lean: true });
      for (const page of read) pages.set(page.subdomain, page);
    }
    for (const [hub, page] of pages) found.set(hub, [...(found.get(hub) ?? []), ...unmanagedOn(page, owned)]);
  }
  return found;
}

interface ManagedAccount {
  readonly managed: ManagedRecord[];
  /** The keys of the account that the stacks use, each with the hubs on which it is used. */
  readonly keys: readonly { readonly connection: Connection; readonly hubs: readonly HubOfRecord[] }[];
}

/** Groups stacks and providers by account, because a record that one of them has is managed for all of them. */
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

/** A hub keeps its ID when it is renamed, and the state of a record may contain only that. */
const currentSubdomains =
  (hubs: readonly HubOfRecord[]): ChooseHubs =>
  async (account) => {
    const visible = new Map((await account.hubs.list()).map(({ id, subdomain }) => [String(id), String(subdomain)]));
    return [...new Set(hubs.map(({ id = "", subdomain }) => visible.get(id) ?? subdomain ?? id))];
  };

function unmanagedOn({ records, leftOut }: Page, owned: ReadonlySet<string>): UnmanagedRecord[] {
  // If the state has a later occurrence of a series, the series is managed.
  const ownedSeries = leftOut.filter((record) => owned.has(keyOf(record)));
  const seriesKeys = new Set(ownedSeries.map(({ kind, series = "" }) => keyOf({ kind, id: series })));
  return records
    .map(({ kind, record }) => ({ kind, id: String(record.id), label: labelIn(kind, record) }))
    .filter((record) => !isHub(record.kind) && !owned.has(keyOf(record)) && !seriesKeys.has(keyOf(record)));
}

function labelIn(kind: string, record: ApiRecord): string {
  const definition = definitions[kind];
  return definition === undefined ? "" : labelOf(definition, record);
}
