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

/** The hub's current ID and subdomain. */
export interface HubAddress {
  readonly id: string;
  readonly subdomain: string;
}

/** Names a hub as a program or a state does; at least one of the two is known. */
export interface HubReference {
  readonly subdomain?: string | undefined;
  readonly id?: string | undefined;
}

/** A hub from the state. */
interface KnownHub extends HubReference {
  readonly id: string;
}

/** This API key can't see the hub: it doesn't exist, the role is "No access", or it is in another account. */
export class HubNotVisibleError extends StatusHubError {
  override name = "HubNotVisibleError";
}

/**
 * The subdomain belongs to another hub than the one in the state, and that one isn't visible under another name. So
 * this is most likely another account.
 */
export class OtherHubError extends StatusHubError {
  override name = "OtherHubError";
}

/** Finds hubs and looks up each one once per process. */
export interface Hubs {
  /**
   * Finds a hub. If `id` is given (from the state), the hub behind the subdomain must have it. A hub that was renamed
   * meanwhile is found by its ID, even if another hub has its old subdomain.
   *
   * @throws HubNotVisibleError, OtherHubError, and any error of a request
   */
  resolve(wanted: HubReference): Promise<HubAddress>;
  /**
   * Sends a request to a hub. After a 404, checks whether the hub was renamed: if so, sends the request again to the
   * new subdomain; if the hub isn't visible at all, throws an error that says so.
   */
  reach<Response>(hub: HubAddress, send: (subdomain: string) => Promise<Response>): Promise<Response>;
  /** Returns a hub's record as last read; `undefined` if no hub of that name is visible. */
  find(subdomain: string): Promise<ApiRecord | undefined>;
  /** Returns the ID of the hub that has a subdomain now; `undefined` if none is visible. */
  idOf(subdomain: string): Promise<string | undefined>;
  /** Subdomains that the program's hubs have after the next `up`. */
  readonly planned: Set<string>;
  /** Lists every hub that this API key can see. */
  list(): Promise<ApiRecord[]>;
  /** Records our own write: the hub now has these values, and perhaps a new subdomain. */
  keep(record: ApiRecord, previous: string): void;
}

export function createHubs(client: Client): Hubs {
  const records = new Memo<ApiRecord | undefined>();
  const renamed = new Memo<HubAddress | undefined>();
  const confirming = new Memo<HubAddress>();

  const find = (subdomain: string) => records.get(subdomain, () => lookUp(client, subdomain));

  // A list may be outdated or show hubs that can't be read. A hub counts as renamed only if a GET confirms its new name
  // and its ID.
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
    // After a rename, the old subdomain may be unused or belong to another hub.
    const address = id === undefined ? undefined : await findRenamed({ subdomain, id });
    if (address !== undefined) return address;
    throw record === undefined
      ? notVisible(client, { subdomain, id })
      : otherHubError(client, record, { subdomain, id });
  };

  // Reads the hub again, so that a record doesn't count as deleted only because this key can't see the hub. Concurrent
  // callers share the request.
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
      // Documented: the response is the hub. If it lacks ID or subdomain, we keep what we know.
      if (record.id !== undefined && record.subdomain !== undefined) records.set(String(record.subdomain), record);
    },
  };
}

async function lookUp(client: Client, subdomain: string): Promise<ApiRecord | undefined> {
  try {
    return withId(await client.perform(operations.getHub, { subdomain }), { ...operations.getHub, recordId });
  } catch (error) {
    // Inferred: a hub on which the key has no role returns 404. We treat a 403 alike.
    if (isNotFound(error) || isForbidden(error)) return undefined;
    throw error;
  }
}

/** Documented: a list holds hubs of one type. */
const hubTypes = ["primary", "connected"];

const listHubs = (client: Client, type: string) => listAll(client, operations.listHubs, { filters: { type } });

/** Returns a hub's subdomain as listed; `undefined` if the hub isn't listed or this key can't list hubs. */
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
