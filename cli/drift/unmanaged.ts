import type { Connection } from "../../provider/config.ts";
import { definitions } from "../../provider/resources/index.ts";
import { findConnection } from "../connection.ts";
import { openAccount } from "../hub/account.ts";
import { labelOf, type Page, type PageRecord, readPage } from "../hub/page.ts";
import { createProgress } from "../terminal/progress.ts";
import type { ManagedRecord, UnmanagedRecord } from "./report.ts";

/** What the state of a stack holds. */
export interface ManagedStack {
  readonly stack: string;
  readonly managed: readonly ManagedRecord[];
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

/** The records of the stacks' hubs that are in the state of none of them, by hub. */
export async function findUnmanaged(
  stacks: readonly ManagedStack[],
  cwd: string,
): Promise<Map<string, UnmanagedRecord[]>> {
  const found = new Map<string, UnmanagedRecord[]>();
  for (const { connection, managed } of await groupByAccount(stacks, cwd)) {
    const owned = new Set(managed.map(keyOf));
    const pages = await readPages(connection, [...new Set(managed.map(({ hub }) => hub))]);
    for (const page of pages)
      found.set(page.subdomain, [...(found.get(page.subdomain) ?? []), ...ownerless(page, owned)]);
  }
  return found;
}

async function groupByAccount(stacks: readonly ManagedStack[], cwd: string) {
  const accounts = new Map<string, { connection: Connection; managed: ManagedRecord[] }>();
  for (const { stack, managed } of stacks) {
    const connection = await findConnection({ cwd, stack });
    const account = accounts.get(connection.baseUrl) ?? { connection, managed: [] };
    account.managed.push(...managed);
    accounts.set(connection.baseUrl, account);
  }
  return accounts.values();
}

async function readPages(connection: Connection, hubs: readonly string[]): Promise<Page[]> {
  const progress = createProgress("Reading");
  const account = openAccount(connection, progress.update);
  try {
    return await Promise.all(hubs.map((hub) => readPage(account, hub, { ended: true, lean: true })));
  } finally {
    progress.end();
  }
}

function ownerless({ records, leftOut }: Page, owned: ReadonlySet<string>): UnmanagedRecord[] {
  // A series of which the state holds a later occurrence has an owner as well.
  const ownedSeries = new Set(leftOut.filter((record) => owned.has(keyOf(record))).map(({ series }) => series));
  return records
    .map(({ kind, record }) => ({ kind, id: String(record.id), label: labelled(kind, record) }))
    .filter(({ kind, id }) => kind !== "Hub" && !owned.has(keyOf({ kind, id })))
    .filter(({ kind, id }) => kind !== "Maintenance" || !ownedSeries.has(id));
}

function labelled(kind: string, record: PageRecord["record"]): string {
  const definition = definitions[kind];
  return definition === undefined ? "" : labelOf(definition, record);
}
