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

/**
 * Reads the records of hubs by their subdomain, and remembers what it has read. Three questions differ in what happens if no hub has
 * that name, as far as this key can see:
 *
 *     lastRead    remembers that: after a rename, every resource still begins with the old name
 *     find        forgets that, so that the next caller asks again: a hub may get the name, or the key a role
 *     cached      asks nothing, also if nobody has asked yet
 *
 * So a caller of `find` may still get what `lastRead` has remembered:
 *
 *     lastRead    GET: 404. undefined
 *     find        no request. undefined, which is forgotten
 *     find        GET: 200. The hub
 */
export class HubRecords {
  readonly #client: Client;
  /** By subdomain; `undefined` if no hub of that name was visible. */
  readonly #read = new Memo<Live | undefined>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Returns the record as last read; `undefined` if no hub of that name was visible then. */
  lastRead(subdomain: string): Promise<Live | undefined> {
    return this.#read.get(subdomain, () => this.#get(subdomain));
  }

  /** Returns the record as last read; `undefined` if no hub of that name was visible then, but the next caller asks again. */
  async find(subdomain: string): Promise<Live | undefined> {
    const live = await this.lastRead(subdomain);
    if (live === undefined) this.#read.forget(subdomain);
    return live;
  }

  /** Returns the record if this run has asked for it already; `undefined` if not, or if it wasn't visible. */
  async cached(subdomain: string): Promise<Live | undefined> {
    return this.#read.cached(subdomain);
  }

  forget(subdomain: string): void {
    this.#read.forget(subdomain);
  }

  /**
   * Remembers the response to our own write. Documented: it is the hub. If it isn't, the next reader asks again, because the caller has
   * forgotten the hub's previous name.
   */
  keep(live: Live): void {
    const isHub = live.id !== undefined && live.subdomain !== undefined;
    if (isHub) this.#read.set(textOf(live.subdomain), live);
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
