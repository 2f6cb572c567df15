import { recordId } from "../../api/field.ts";
import { hubNotVisible, otherHub } from "../../errors/configuration.ts";
import { operations } from "../../kinds/operations.ts";
import { nameOfKey } from "../config.ts";
import type { Client } from "./client.ts";
import { isForbidden, isListUnavailable, isNotFound, StatusHubError } from "./errors.ts";
import { listAll } from "./list.ts";
import { Memo } from "./memo.ts";
import { withId } from "./record-id.ts";
import type { ApiRecord } from "./request.ts";

/** A hub as the API knows it now. */
export interface HubAddress {
  readonly id: string;
  readonly subdomain: string;
}

/** What a program or a state says of a hub; one of the two is known. */
export interface HubReference {
  readonly subdomain?: string | undefined;
  readonly id?: string | undefined;
}

/** A hub of the state. */
interface KnownHub extends HubReference {
  readonly id: string;
}

/** The hub is not there for this key: it does not exist, the role is "No access", or it is another account. */
export class HubNotVisibleError extends StatusHubError {
  override name = "HubNotVisibleError";
}

/**
 * The subdomain belongs to another hub than the state says, and that one is not visible under any other: so most likely this
 * is another account.
 */
export class OtherHubError extends StatusHubError {
  override name = "OtherHubError";
}

/** Finds hubs, each looked up once a process. */
export interface Hubs {
  /**
   * The hub that is meant. With an `id` (from the state) the hub behind the subdomain must be that one; a hub renamed
   * meanwhile is found by it, also where another hub has its old name by now.
   *
   * @throws HubNotVisibleError, OtherHubError, and whatever a request may throw
   */
  resolve(wanted: HubReference): Promise<HubAddress>;
  /**
   * Sends something to a hub. A 404 may mean that the hub was renamed meanwhile: then it is sent once more, to the new
   * name; or that the hub is not visible at all, which is an error of its own.
   */
  reach<Response>(hub: HubAddress, send: (subdomain: string) => Promise<Response>): Promise<Response>;
  /** The record of a hub as it was last seen; `undefined` where no hub of that name is visible. */
  find(subdomain: string): Promise<ApiRecord | undefined>;
  /** The id of the hub that has a subdomain now; `undefined` where none is visible. */
  idOf(subdomain: string): Promise<string | undefined>;
  /** Subdomains that the hubs of the program have after the next `up`. */
  readonly planned: Set<string>;
  /** Every hub that this key can see. */
  list(): Promise<ApiRecord[]>;
  /** Own write: the hub has this record now, and perhaps another subdomain than before. */
  keep(record: ApiRecord, previous: string): void;
}

export function createHubs(client: Client): Hubs {
  const records = new Memo<ApiRecord | undefined>();
  const renamed = new Memo<HubAddress | undefined>();
  const confirming = new Memo<HubAddress>();

  const find = (subdomain: string) => records.get(subdomain, () => lookUp(client, subdomain));

  // A list may be old, or show what the hub itself hides: only a hub that has the name and the id now was renamed.
  const findUnderOtherName = async ({ subdomain, id }: KnownHub): Promise<HubAddress | undefined> => {
    const listed = await subdomainInList(client, id);
    if (listed === undefined || listed === subdomain) return undefined;
    records.forget(listed);
    const record = await find(listed);
    return record !== undefined && String(record.id) === id ? { id, subdomain: listed } : undefined;
  };

  const findRenamed = async (hub: KnownHub): Promise<HubAddress | undefined> => {
    const address = await renamed.get(hub.id, () => findUnderOtherName(hub));
    if (address === undefined) renamed.forget(hub.id);
    return address;
  };

  const resolve: Hubs["resolve"] = async ({ subdomain, id }) => {
    const record = subdomain === undefined ? undefined : await find(subdomain);
    if (record !== undefined && subdomain !== undefined && (id === undefined || String(record.id) === id)) {
      return { id: String(record.id), subdomain };
    }
    // Another hub may have taken the name since this one was renamed, as much as none may have.
    const address = id === undefined ? undefined : await findRenamed({ subdomain, id });
    if (address !== undefined) return address;
    throw record === undefined
      ? notVisible(client, { subdomain, id })
      : otherHubError(client, record, { subdomain, id });
  };

  // Asks again, so that nothing counts as gone that this key just cannot see; once for all who ask meanwhile.
  const confirm = async (hub: HubAddress): Promise<HubAddress> => {
    const address = await confirming.get(hub.id, () => {
      records.forget(hub.subdomain);
      renamed.forget(hub.id);
      return resolve(hub);
    });
    confirming.forget(hub.id);
    return address;
  };

  return {
    resolve,
    find,
    planned: new Set(),
    async list() {
      const listed = (await Promise.all(hubTypes.map((type) => listHubs(client, type)))).flat();
      // A server that ignores the filter shows every hub twice.
      return [...new Map(listed.map((hub) => [String(hub.id), hub])).values()];
    },
    async idOf(subdomain) {
      const record = await find(subdomain);
      return record === undefined ? undefined : String(record.id);
    },
    async reach(hub, send) {
      try {
        return await send(hub.subdomain);
      } catch (error) {
        if (!isNotFound(error)) throw error;
        const { subdomain } = await confirm(hub);
        if (subdomain === hub.subdomain) throw error;
        return send(subdomain);
      }
    },
    keep(record, previous) {
      records.forget(previous);
      renamed.forget(String(record.id));
      // Documented: the response is the hub. One that lacks its names says nothing about them.
      if (record.id !== undefined && record.subdomain !== undefined) records.set(String(record.subdomain), record);
    },
  };
}

async function lookUp(client: Client, subdomain: string): Promise<ApiRecord | undefined> {
  try {
    return withId(await client.perform(operations.getHub, { subdomain }), { ...operations.getHub, recordId });
  } catch (error) {
    // Inferred: a hub on which the key has no role returns 404; should it return 403, it means the same.
    if (isNotFound(error) || isForbidden(error)) return undefined;
    throw error;
  }
}

/** Documented: a list holds hubs of one type. */
const hubTypes = ["primary", "connected"];

const listHubs = (client: Client, type: string) => listAll(client, operations.listHubs, { filters: { type } });

/** The subdomain that a list shows for a hub; `undefined` where it shows none, or where there is no list for this key. */
async function subdomainInList(client: Client, id: string): Promise<string | undefined> {
  try {
    for (const type of hubTypes) {
      const record = (await listHubs(client, type)).find((hub) => String(hub.id) === id);
      if (typeof record?.subdomain === "string") return record.subdomain;
    }
  } catch (error) {
    if (!isListUnavailable(error) && !isForbidden(error)) throw error;
  }
  return undefined;
}

export const isHubNotVisible = (error: unknown): error is HubNotVisibleError =>
  error instanceof Error && error.name === "HubNotVisibleError";

function notVisible({ connection }: Client, { subdomain, id }: HubReference): HubNotVisibleError {
  const hub = subdomain === undefined ? `the hub with the ID ${id}` : `hub "${subdomain}"`;
  return new HubNotVisibleError(hubNotVisible({ hub, key: nameOfKey(connection), baseUrl: connection.baseUrl }));
}

function otherHubError(
  { connection }: Client,
  { id }: ApiRecord,
  { subdomain = "", id: knownId = "" }: HubReference,
): OtherHubError {
  const { baseUrl } = connection;
  return new OtherHubError(otherHub({ subdomain, id: String(id), knownId, key: nameOfKey(connection), baseUrl }));
}
