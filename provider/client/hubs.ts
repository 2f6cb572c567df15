import { recordId } from "../../model/api/field.ts";
import type { Live } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { textOf } from "../../model/api/object.ts";
import { hubOperations } from "../../model/kinds/hub.ts";
import { hubNotVisible, otherHub } from "../errors/access.ts";
import type { Client } from "./client.ts";
import { nameOfKey } from "./connection.ts";
import { ifError, isForbidden, isHubMissing, isListUnavailable, StatusHubError } from "./errors.ts";
import { listAll } from "./list.ts";
import { Memo } from "./memory.ts";
import { withId } from "./response.ts";

export interface HubAddress {
  readonly id: string;
  readonly subdomain: string;
  /** When the hub was created, as the API writes it; undefined if it doesn't say. */
  readonly createdAt?: string | undefined;
}

/** Names a hub as a program or a state does. In a preview, both may be unknown. */
export interface HubReference {
  readonly subdomain?: string | undefined;
  readonly id?: string | undefined;
}

export interface HubsInState {
  /** When they were created, by ID. Another account has hubs with the same IDs. */
  readonly creations: ReadonlyMap<string, string>;
  /** Their IDs, by the subdomain that the program still declares as text. */
  readonly names: ReadonlyMap<string, string>;
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

/** Finds hubs, and remembers each one that it has read. */
export class Hubs {
  /** Subdomains that the program's hubs have after the next `up`. */
  readonly planned = new Set<string>();
  readonly #client: Client;
  readonly #inState: HubsInState;
  readonly #records = new Memo<Live | undefined>();
  readonly #renamed = new Memo<HubAddress | undefined>();
  readonly #confirming = new Memo<HubAddress>();

  constructor(client: Client, inState: HubsInState = { creations: new Map(), names: new Map() }) {
    this.#client = client;
    this.#inState = inState;
  }

  /**
   * Finds a hub. If `id` is given (from the state), the hub behind the subdomain must have it. A hub that was renamed
   * meanwhile is found by its ID, even if another hub has its old subdomain.
   *
   * @throws HubNotVisibleError, OtherHubError, and any error of a request
   */
  async resolve({ subdomain, id }: HubReference): Promise<HubAddress> {
    const live = subdomain === undefined ? undefined : await this.#read(subdomain);
    if (id === undefined && subdomain !== undefined) await this.#requireSameName(subdomain, live);
    if (live !== undefined && subdomain !== undefined && (id === undefined || String(live.id) === id)) {
      return this.#addressOf(live, subdomain);
    }
    // After a rename, the old subdomain may be unused or belong to another hub.
    const address = id === undefined ? undefined : await this.#findRenamed(id, subdomain);
    if (address !== undefined) return address;
    if (live !== undefined) {
      const ids = { id: String(live.id), knownId: id ?? "" };
      throw new OtherHubError(otherHub.byId({ ...ids, subdomain: subdomain ?? "", ...this.#account }));
    }
    if (subdomain !== undefined) this.#records.forget(subdomain);
    const hub = subdomain === undefined ? `the hub with the ID ${id}` : `hub "${subdomain}"`;
    throw new HubNotVisibleError(hubNotVisible.invisible({ hub, ...this.#account }));
  }

  /** A name that the program has for hubs of the state must not mean another hub for what is new. */
  async #requireSameName(subdomain: string, live: Live | undefined): Promise<void> {
    const knownId = this.#inState.names.get(subdomain);
    if (knownId === undefined || knownId === String(live?.id)) return;
    const renamed = await this.#findRenamed(knownId, subdomain);
    if (live !== undefined) throw new OtherHubError(otherHub.byName({ subdomain, id: String(live.id), knownId }));
    if (renamed === undefined) return;
    throw new HubNotVisibleError(hubNotVisible.renamed({ subdomain, renamed: renamed.subdomain }));
  }

  /** Returns the ID of the hub that has a subdomain, if this run has looked that up. */
  async cachedIdOf(subdomain: string): Promise<string | undefined> {
    const live = await this.#records.cached(subdomain);
    return live === undefined ? undefined : String(live.id);
  }

  get #account() {
    const { connection } = this.#client;
    return { key: nameOfKey(connection), baseUrl: connection.baseUrl };
  }

  /**
   * Sends a request to a hub. After a 404, or a 403 or redirect that may mean the same, checks whether the hub was renamed:
   * if so, sends the request again to the new subdomain; if the hub isn't visible at all, throws an error that says so.
   */
  async reach<Response>(hub: HubAddress, send: (subdomain: string) => Promise<Response>): Promise<Response> {
    try {
      return await send(hub.subdomain);
    } catch (error) {
      if (!isHubMissing(error)) throw error;
      const { subdomain } = await this.#confirm(hub);
      if (subdomain === hub.subdomain) throw error;
      return send(subdomain);
    }
  }

  /** Returns a hub's record as last read; `undefined` if no hub of that name is visible now. */
  async find(subdomain: string): Promise<Live | undefined> {
    const live = await this.#read(subdomain);
    // Later, a hub may have been given this name, or the key a role.
    if (live === undefined) this.#records.forget(subdomain);
    return live;
  }

  #read(subdomain: string): Promise<Live | undefined> {
    return this.#records.get(subdomain, () => lookup(this.#client, subdomain));
  }

  /** Returns the ID of the hub that has a subdomain now; `undefined` if none is visible. */
  async idOf(subdomain: string): Promise<string | undefined> {
    const live = await this.find(subdomain);
    return live === undefined ? undefined : String(live.id);
  }

  /** Lists every hub that this API key can see. */
  async list(): Promise<Live[]> {
    const listed = (await Promise.all(hubTypes.map((type) => listHubs(this.#client, type)))).flat();
    // A server that ignores the filter shows every hub twice.
    return [...new Map(listed.map((hub) => [String(hub.id), hub])).values()];
  }

  /** Records our own write: the hub now has these values, and perhaps a new subdomain. */
  keep(live: Live, previous: string): void {
    this.#records.forget(previous);
    this.#renamed.forget(String(live.id));
    // Documented: the response is the hub. If it lacks ID or subdomain, we keep what we know.
    if (live.id !== undefined && live.subdomain !== undefined) this.#records.set(textOf(live.subdomain), live);
  }

  async #findRenamed(id: string, subdomain: string | undefined): Promise<HubAddress | undefined> {
    const address = await this.#renamed.get(id, () => this.#findUnderOtherName(id, subdomain));
    if (address === undefined) this.#renamed.forget(id);
    return address;
  }

  // A list may be outdated or show hubs that can't be read. A hub counts as renamed only if a GET confirms its new name
  // and its ID.
  async #findUnderOtherName(id: string, subdomain: string | undefined): Promise<HubAddress | undefined> {
    const listed = await subdomainInList(this.#client, id);
    if (listed === undefined || listed === subdomain) return undefined;
    this.#records.forget(listed);
    const live = await this.find(listed);
    return live !== undefined && String(live.id) === id ? this.#addressOf(live, listed) : undefined;
  }

  /** @throws OtherHubError if the state has another hub with this ID */
  #addressOf({ id, created_at }: Live, subdomain: string): HubAddress {
    const [createdInState, created] = [this.#inState.creations.get(String(id)), created_at].map((time) =>
      parseInstant(String(time)),
    );
    if (createdInState !== undefined && created !== undefined && createdInState !== created) {
      const times = { created: formatInstant(created), knownCreated: formatInstant(createdInState) };
      throw new OtherHubError(otherHub.byCreation({ id: String(id), subdomain, ...times, ...this.#account }));
    }
    return { id: String(id), subdomain, createdAt: typeof created_at === "string" ? created_at : undefined };
  }

  // Reads the hub again, so that a record doesn't count as deleted only because this key can't see the hub. Concurrent
  // callers share the request.
  async #confirm(hub: HubAddress): Promise<HubAddress> {
    const address = await this.#confirming.get(hub.id, () => {
      this.#records.forget(hub.subdomain);
      this.#renamed.forget(hub.id);
      return this.resolve(hub);
    });
    this.#confirming.forget(hub.id);
    return address;
  }
}

/**
 * Inferred (hidden-hub): a hub on which the key has no role returns 404. We treat a 403 alike.
 * Inferred (renamed-hub): so does the old name of a renamed hub. We treat a redirect alike.
 */
const lookup = (client: Client, subdomain: string): Promise<Live | undefined> =>
  client
    .perform(hubOperations.get, { subdomain })
    .then((live) => withId(live, hubOperations.get, recordId))
    .catch(ifError(isHubMissing, () => undefined));

/** Documented: a list holds hubs of one type. */
const hubTypes = ["primary", "connected"];

const listHubs = (client: Client, type: string) => listAll(client, hubOperations.list, { filters: { type } });

/** Returns a hub's subdomain as listed; `undefined` if the hub isn't listed or this key can't list hubs. */
async function subdomainInList(client: Client, id: string): Promise<string | undefined> {
  try {
    for (const type of hubTypes) {
      const live = (await listHubs(client, type)).find((hub) => String(hub.id) === id);
      if (typeof live?.subdomain === "string") return live.subdomain;
    }
  } catch (error) {
    if (!isListUnavailable(error) && !isForbidden(error)) throw error;
  }
  return undefined;
}
