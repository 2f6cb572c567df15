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
 * Reads the records of hubs by their subdomain, and remembers what it has read: a hub, or that this key sees none under that name. So after
 * a rename, the old name is asked for once, although every resource of the state has it.
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

  /** The same without a request: `undefined` also if nobody has asked for the record yet. */
  async cached(subdomain: string): Promise<Live | undefined> {
    return this.#read.cached(subdomain);
  }

  forget(subdomain: string): void {
    this.#read.forget(subdomain);
  }

  /**
   * Remembers the response to our own write instead of what was read before.
   *
   * @param previous the name under which the hub was written
   */
  keep(live: Live, previous: string): void {
    // The write may have changed the name, and no hub has the previous one then.
    this.#read.forget(previous);
    // Documented: the response is the hub. If it isn't, the next reader asks again.
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
