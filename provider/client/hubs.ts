import { operations } from "../../api/operations.ts";
import { nameOfKey } from "../config.ts";
import type { Client } from "./client.ts";
import { ForbiddenError, isNotFound, StatusHubError } from "./errors.ts";
import { listAll } from "./list.ts";
import { Memo } from "./memo.ts";
import { type ApiRecord, withId } from "./request.ts";

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
  const records = new Memo<ApiRecord | undefined>();
  const renamed = new Memo<HubAddress>();
  const confirming = new Memo<HubAddress>();

  const find = (subdomain: string) => records.get(subdomain, () => lookUp(client, subdomain));

  const resolve: Hubs["resolve"] = async ({ subdomain, id }) => {
    const record = subdomain === undefined ? undefined : await find(subdomain);
    if (record === undefined || subdomain === undefined) {
      const name = subdomain ?? `with the id ${id}`;
      if (id === undefined) throw notVisible(client, name);
      const address = await renamed.get(id, () => findById(client, id, name));
      // A list may show what the hub itself hides: that is no rename.
      if (address.subdomain === subdomain) throw notVisible(client, name);
      return address;
    }
    if (id === undefined || String(record.id) === id) return { id: String(record.id), subdomain };
    throw new OtherHubError(
      `the API knows "${subdomain}" as hub ${record.id}, the state as hub ${id}: this key belongs to another account, or ` +
        "the subdomain went to another hub. Use the right key, or the subdomain that the hub has now",
    );
  };

  return {
    resolve,
    find,
    async confirm(hub) {
      const address = await confirming.get(hub.id, () => {
        records.forget(hub.subdomain);
        renamed.forget(hub.id);
        return resolve(hub);
      });
      confirming.forget(hub.id);
      return address;
    },
    keep(record, previous) {
      records.forget(previous);
      renamed.forget(String(record.id));
      // Documented: the answer is the hub. One that lacks its names tells nothing of them.
      if (record.id !== undefined && record.subdomain !== undefined) records.set(String(record.subdomain), record);
    },
  };
}

async function lookUp(client: Client, subdomain: string): Promise<ApiRecord | undefined> {
  try {
    return withId(await client.perform(operations.getHub, { subdomain }), operations.getHub);
  } catch (error) {
    // Inferred: a hub on which the key has no role answers 404; should it be 403, it means the same.
    if (isNotFound(error) || error instanceof ForbiddenError) return undefined;
    throw error;
  }
}

async function findById(client: Client, id: string, name: string): Promise<HubAddress> {
  for (const type of ["primary", "connected"]) {
    const hubs = await listAll(client, operations.listHubs, { filters: { type } });
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
