import { definitions } from "../../model/kinds/index.ts";
import { type Connection, describeAccount } from "../connection.ts";
import { type ChooseHubs, type HubContent, readContents } from "../hub/content.ts";
import { type HubOfRecord, stackRecords } from "../project/record.ts";
import { isHub, labelOfLive } from "../records.ts";
import type { HubLabel, PlannedStack } from "../report/stacks.ts";
import type { UnmanagedContent, UnmanagedRecord } from "./facts.ts";

/**
 * Finds the records on the stacks' hubs that none of the stacks manages, by hub. Several stacks, providers and keys can use
 * one account, so a record that one of them has is managed for all of them.
 */
export async function findUnmanaged(
  stacks: readonly Pick<PlannedStack, "steps" | "accountOf" | "hubLabel">[],
): Promise<Map<string, UnmanagedContent>> {
  const owned = new Set<string>();
  const keys = new Map<
    string,
    { readonly connection: Connection; readonly hubs: HubOfRecord[]; readonly hubLabel: HubLabel }
  >();
  for (const { steps, accountOf, hubLabel } of stacks) {
    for (const { provider, kind, ids, hub } of stackRecords(steps)) {
      const account = await accountOf(provider);
      if (account === undefined) continue;
      const { connection } = account.client;
      const { baseUrl, apiKey } = connection;
      const key = keys.get(`${baseUrl} ${apiKey}`) ?? { connection, hubs: [], hubLabel };
      keys.set(`${baseUrl} ${apiKey}`, key);
      key.hubs.push(hub);
      for (const id of ids) owned.add(`${baseUrl} ${kind} ${id}`);
    }
  }
  // By hub, because several keys of an account may see the same one.
  const unmanaged = new Map<string, UnmanagedContent>();
  for (const { connection, hubs, hubLabel } of keys.values()) {
    const { baseUrl } = connection;
    for (const page of await readContents(connection, currentSubdomains(hubs), { lean: true })) {
      const isOwned = (kind: string, id: string) => owned.has(`${baseUrl} ${kind} ${id}`);
      const signUps = page.leftOut.filter(({ kind, id, isSignUp }) => isSignUp && !isOwned(kind, id)).length;
      const hub = hubLabel(page.subdomain, describeAccount({ baseUrl }));
      unmanaged.set(hub, { unmanaged: unmanagedOn(page, isOwned), signUps });
    }
  }
  return unmanaged;
}

/** A hub keeps its ID when it is renamed, and the state of a record may contain only that. */
const currentSubdomains =
  (hubs: readonly HubOfRecord[]): ChooseHubs =>
  async (account) => {
    const visible = new Map((await account.hubs.list()).map(({ id, subdomain }) => [String(id), String(subdomain)]));
    return [...new Set(hubs.map(({ id = "", subdomain }) => visible.get(id) ?? subdomain ?? id))];
  };

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
