import type { Live } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { hubNotVisible, otherHub } from "../errors/access.ts";
import type { Client } from "./client.ts";
import { type Connection, nameOfKey } from "./connection.ts";
import { isHubMissing, StatusHubError } from "./errors.ts";
import { HubRecords } from "./hub-records.ts";
import { Memo } from "./memo.ts";

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

/**
 * Finds the hub that a program or a state means, also after it was renamed, and recognizes another account.
 *
 * All resources of a run share what was found, and that a hub goes by another name now. What was not found at all is forgotten as soon as a
 * caller is told so: the next one may ask when a hub has been given that name, or the key a role.
 */
export class Hubs {
  readonly #connection: Connection;
  readonly #inState: HubsInState;
  readonly #records: HubRecords;
  /** The names that the list of hubs gives, by ID. */
  readonly #listedNames = new Memo<string | undefined>();
  /** The searches of `#confirm` under way, by ID. */
  readonly #confirming = new Map<string, Promise<HubAddress>>();

  constructor(client: Client, inState: HubsInState = { creations: new Map(), names: new Map() }) {
    this.#connection = client.connection;
    this.#inState = inState;
    this.#records = new HubRecords(client);
  }

  /** @throws HubNotVisibleError, OtherHubError, and any error of a request */
  async resolve({ subdomain, id }: HubReference): Promise<HubAddress> {
    if (subdomain !== undefined && id !== undefined) return this.byNameAndId(subdomain, id);
    if (subdomain !== undefined) return this.byName(subdomain);
    if (id !== undefined) return this.byId(id);
    throw new TypeError("A hub needs a subdomain or an ID.");
  }

  /**
   * Finds the hub with an ID that the state has. Its subdomain usually leads to it. After a rename, the old subdomain may be
   * unused or belong to another hub; then the list of hubs leads to it.
   */
  async byNameAndId(subdomain: string, id: string): Promise<HubAddress> {
    const live = await this.#records.lastRead(subdomain);
    if (live !== undefined && String(live.id) === id) return this.#addressOf(live, subdomain);
    const renamed = await this.#findInList(id, { tried: subdomain });
    if (renamed !== undefined) return renamed;
    if (live === undefined) throw this.#notVisible(subdomain);
    const ids = { id: String(live.id), knownId: id };
    throw new OtherHubError(otherHub.byId({ ...ids, subdomain, ...this.#account }));
  }

  /** Finds the hub that has a subdomain now. If the state uses this name for another hub, that is an error. */
  async byName(subdomain: string): Promise<HubAddress> {
    const live = await this.#records.lastRead(subdomain);
    const knownId = this.#inState.names.get(subdomain);
    if (live === undefined) throw await this.#unused(subdomain, knownId);
    const id = String(live.id);
    if (knownId !== undefined && knownId !== id) throw new OtherHubError(otherHub.byName({ subdomain, id, knownId }));
    return this.#addressOf(live, subdomain);
  }

  /** Finds a hub if only its ID is known. */
  async byId(id: string): Promise<HubAddress> {
    const listed = await this.#findInList(id);
    if (listed !== undefined) return listed;
    const hub = `the hub with the ID ${id}`;
    throw new HubNotVisibleError(hubNotVisible.invisible({ hub, ...this.#account }));
  }

  /** Returns the error for a name that no visible hub has. The hub that the state has by it may have been renamed. */
  async #unused(subdomain: string, knownId: string | undefined): Promise<HubNotVisibleError> {
    if (knownId === undefined) return this.#notVisible(subdomain);
    const renamed = await this.#findInList(knownId, { tried: subdomain });
    if (renamed === undefined) return this.#notVisible(subdomain);
    return new HubNotVisibleError(hubNotVisible.renamed({ subdomain, renamed: renamed.subdomain }));
  }

  #notVisible(subdomain: string): HubNotVisibleError {
    this.#records.forget(subdomain);
    return new HubNotVisibleError(hubNotVisible.invisible({ hub: `hub "${subdomain}"`, ...this.#account }));
  }

  get #account() {
    return { key: nameOfKey(this.#connection), baseUrl: this.#connection.baseUrl };
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

  /** Returns a hub's record as last read; `undefined` if no hub of that name was visible then. */
  async find(subdomain: string): Promise<Live | undefined> {
    const live = await this.#records.lastRead(subdomain);
    if (live === undefined) this.#records.forget(subdomain);
    return live;
  }

  /** Returns the ID of the hub that has a subdomain, as last read; `undefined` if none was visible then. */
  async idOf(subdomain: string): Promise<string | undefined> {
    return idIn(await this.find(subdomain));
  }

  /** Returns the ID of the hub that has a subdomain, if this run has looked that up. */
  async cachedIdOf(subdomain: string): Promise<string | undefined> {
    return idIn(await this.#records.cached(subdomain));
  }

  /** Lists every hub that this API key can see. */
  list(): Promise<Live[]> {
    return this.#records.list();
  }

  /** Records our own write: the hub now has these values, and perhaps a new subdomain. */
  keep(live: Live, previous: string): void {
    this.#records.keep(live, previous);
    this.#listedNames.forget(String(live.id));
  }

  /**
   * Finds a hub by its ID in the list of hubs. A list may be outdated or show hubs that can't be read, so the hub counts as found only if a
   * GET confirms its name and its ID.
   *
   * @param tried a name under which a GET has just not found it, so a second GET is no use
   */
  async #findInList(id: string, { tried }: { readonly tried?: string } = {}): Promise<HubAddress | undefined> {
    const listed = await this.#listedNames.get(id, () => this.#readListedName(id));
    const isWorthTrying = listed !== undefined && listed !== tried;
    if (isWorthTrying) {
      const live = await this.find(listed);
      const isConfirmed = live !== undefined && String(live.id) === id;
      if (isConfirmed) return this.#addressOf(live, listed);
    }
    this.#listedNames.forget(id);
    return undefined;
  }

  async #readListedName(id: string): Promise<string | undefined> {
    const listed = await this.#records.listedSubdomain(id);
    // A record that was read under this name before the list may be outdated.
    if (listed !== undefined) this.#records.forget(listed);
    return listed;
  }

  /**
   * Returns the address of a hub that was read.
   *
   * @throws OtherHubError if the state has a hub with this ID that was created at another time: that is another account
   */
  #addressOf({ id, created_at }: Live, subdomain: string): HubAddress {
    const created = parseInstant(String(created_at));
    const createdInState = parseInstant(String(this.#inState.creations.get(String(id))));
    const areKnown = created !== undefined && createdInState !== undefined;
    if (areKnown && created !== createdInState) {
      const times = { created: formatInstant(created), knownCreated: formatInstant(createdInState) };
      throw new OtherHubError(otherHub.byCreation({ id: String(id), subdomain, ...times, ...this.#account }));
    }
    return { id: String(id), subdomain, createdAt: typeof created_at === "string" ? created_at : undefined };
  }

  /**
   * Finds a hub again by requests of its own. So a record doesn't count as deleted only because this key can't see the hub. Callers who
   * come meanwhile share the requests.
   */
  #confirm(hub: HubAddress): Promise<HubAddress> {
    const underWay = this.#confirming.get(hub.id);
    if (underWay !== undefined) return underWay;
    const confirming = this.#resolveAgain(hub);
    this.#confirming.set(hub.id, confirming);
    return confirming;
  }

  async #resolveAgain(hub: HubAddress): Promise<HubAddress> {
    this.#records.forget(hub.subdomain);
    this.#listedNames.forget(hub.id);
    try {
      return await this.resolve(hub);
    } finally {
      this.#confirming.delete(hub.id);
    }
  }
}

const idIn = (live: Live | undefined): string | undefined => (live === undefined ? undefined : String(live.id));
