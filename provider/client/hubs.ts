import { operations } from "../../api/operations.ts";
import { nameOfKey } from "../config.ts";
import type { Client } from "./client.ts";
import { ForbiddenError, isNotFound, StatusHubError } from "./errors.ts";
import { listAll } from "./list.ts";
import type { ApiRecord } from "./request.ts";

/** A hub as the API knows it now. */
export interface HubAddress {
  readonly id: string;
  readonly subdomain: string;
}

/** The hub is not there for this key: it does not exist, the role is "No access", or it is another account. */
export class HubNotVisibleError extends StatusHubError {
  override name = "HubNotVisibleError";
}

/** The subdomain belongs to another hub than the state says, so most likely to another account. */
export class OtherHubError extends StatusHubError {
  override name = "OtherHubError";
}

/** Finds hubs, each looked up once a process. */
export interface Hubs {
  /**
   * The hub of a record. With an `id` (from the state) the hub behind the subdomain must be that one; a hub renamed
   * meanwhile is found by it.
   *
   * @throws HubNotVisibleError, OtherHubError, and whatever a request may throw
   */
  resolve(wanted: { subdomain?: string | undefined; id?: string | undefined }): Promise<HubAddress>;
  /** Asks again whether the hub is visible, so that nothing is taken for gone that this key just cannot see. */
  confirm(hub: HubAddress): Promise<HubAddress>;
  /** The record of a hub as it was last seen. */
  find(subdomain: string): Promise<ApiRecord | undefined>;
  /** Own write: the hub has this record now, and perhaps another subdomain than before. */
  keep(record: ApiRecord, previous: string): void;
}

export function createHubs(client: Client): Hubs {
  const known = new Map<string, Promise<ApiRecord | undefined>>();
  const confirming = new Map<string, Promise<HubAddress>>();

  const find = (subdomain: string) => {
    const pending = known.get(subdomain) ?? lookUp(client, subdomain);
    known.set(subdomain, pending);
    // A failure is not an answer: the next one asks again.
    pending.catch(() => known.delete(subdomain));
    return pending;
  };

  const resolve: Hubs["resolve"] = async ({ subdomain, id }) => {
    const record = subdomain === undefined ? undefined : await find(subdomain);
    if (record === undefined || subdomain === undefined) return findById(client, { subdomain, id });
    if (id === undefined || String(record.id) === id) return { id: String(record.id), subdomain };
    throw new OtherHubError(
      `the API knows "${subdomain}" as hub ${record.id}, the state as hub ${id}: this key belongs to another account, or ` +
        "the subdomain went to another hub. Use the right key, or the subdomain that the hub has now",
    );
  };

  return {
    resolve,
    find,
    confirm(hub) {
      const pending = confirming.get(hub.subdomain);
      if (pending !== undefined) return pending;
      known.delete(hub.subdomain);
      // Shared by all that ask meanwhile: a hub with many records gone is asked for once.
      const confirmed = resolve(hub).finally(() => confirming.delete(hub.subdomain));
      confirming.set(hub.subdomain, confirmed);
      return confirmed;
    },
    keep(record, previous) {
      known.delete(previous);
      known.set(String(record.subdomain), Promise.resolve(record));
    },
  };
}

async function lookUp(client: Client, subdomain: string): Promise<ApiRecord | undefined> {
  try {
    return await client.perform(operations.getHub, { subdomain });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    // Inferred: a hub on which the key has no role answers 404; should it be 403, it means the same.
    if (error instanceof ForbiddenError) throw notVisible(client, subdomain);
    throw error;
  }
}

async function findById(
  client: Client,
  wanted: { subdomain: string | undefined; id: string | undefined },
): Promise<HubAddress> {
  const { id } = wanted;
  const name = wanted.subdomain ?? `with the id ${id}`;
  if (id === undefined) throw notVisible(client, name);
  for (const type of ["primary", "connected"]) {
    const hubs = await listAll(client, operations.listHubs, {}, { type });
    const record = hubs.find((hub) => String(hub.id) === id);
    if (record !== undefined) return { id, subdomain: String(record.subdomain) };
  }
  throw notVisible(client, name);
}

function notVisible({ connection }: Client, name: string): HubNotVisibleError {
  return new HubNotVisibleError(
    `hub "${name}" is not visible with this key (${nameOfKey(connection)}) at ${connection.baseUrl}. Check the subdomain, the account and the role of the key`,
  );
}
