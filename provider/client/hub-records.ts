import { recordId } from "../../model/api/field.ts";
import type { Live } from "../../model/api/form.ts";
import { textOf } from "../../model/api/object.ts";
import { hubOperations } from "../../model/kinds/hub.ts";
import type { Client } from "./client.ts";
import { ifError, isHubMissing, isListClosed } from "./errors.ts";
import { listAll } from "./list.ts";
import { Memo } from "./memo.ts";
import { withId } from "./response.ts";

/** Documented: a list holds hubs of one type. */
const hubTypes = ["primary", "connected"];

/** Reads the records of hubs, which are found by their subdomain, and remembers each one that it has read. */
export class HubRecords {
  readonly #client: Client;
  /** By subdomain; `undefined` if no hub of that name is visible. */
  readonly #read = new Memo<Live | undefined>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Returns the record of the hub with this subdomain as last read; `undefined` if none was visible then. */
  lastRead(subdomain: string): Promise<Live | undefined> {
    return this.#read.get(subdomain, () => this.#get(subdomain));
  }

  /** Returns the record as last read; `undefined` if no hub of that name is visible now. */
  async find(subdomain: string): Promise<Live | undefined> {
    const live = await this.lastRead(subdomain);
    // Later, a hub may have been given this name, or the key a role.
    if (live === undefined) this.#read.forget(subdomain);
    return live;
  }

  /** Returns the record if this run has asked for it already. */
  async cached(subdomain: string): Promise<Live | undefined> {
    return this.#read.cached(subdomain);
  }

  forget(subdomain: string): void {
    this.#read.forget(subdomain);
  }

  /** Remembers the response to our own write. Documented: it is the hub. */
  keep(live: Live): void {
    // If it lacks one of them, the next reader asks again.
    if (live.id === undefined || live.subdomain === undefined) return;
    this.#read.set(textOf(live.subdomain), live);
  }

  /** Lists every hub that this API key can see. */
  async list(): Promise<Live[]> {
    const listed = (await Promise.all(hubTypes.map((type) => this.#listType(type)))).flat();
    // A server that ignores the filter shows every hub twice.
    const byId = new Map(listed.map((hub) => [String(hub.id), hub]));
    return [...byId.values()];
  }

  /** Returns the subdomain of a hub as listed; `undefined` if the hub isn't listed or this key can't list hubs. */
  async listedSubdomain(id: string): Promise<string | undefined> {
    try {
      for (const type of hubTypes) {
        const hubs = await this.#listType(type);
        const subdomain = hubs.find((hub) => String(hub.id) === id)?.subdomain;
        if (typeof subdomain === "string") return subdomain;
      }
    } catch (error) {
      if (!isListClosed(error)) throw error;
    }
    return undefined;
  }

  #listType(type: string): Promise<Live[]> {
    return listAll(this.#client, hubOperations.list, { filters: { type } });
  }

  /**
   * Inferred (hidden-hub): a hub on which the key has no role returns 404. We treat a 403 alike.
   * Inferred (renamed-hub): so does the old name of a renamed hub. We treat a redirect alike.
   */
  #get(subdomain: string): Promise<Live | undefined> {
    return this.#client
      .perform(hubOperations.get, { subdomain })
      .then((live) => withId(live, hubOperations.get, recordId))
      .catch(ifError(isHubMissing, () => undefined));
  }
}
