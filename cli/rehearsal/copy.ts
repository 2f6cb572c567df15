import { randomBytes } from "node:crypto";
import { type HeldAccount, HttpError, type RoutedRequest, type Tables } from "../../emulator/held-account.ts";
import type { Live } from "../../model/api/form.ts";
import { saysWhetherDeleted } from "../../model/api/live.ts";
import { hub as hubKind } from "../../model/kinds/hub.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { type Account, open } from "../../provider/inspect.ts";
import { isHub, kinds } from "../records.ts";
import type { Fields } from "./fields.ts";
import { HeldRecords } from "./held-records.ts";
import { type Gap, lastLiveId, type Page, recordName, type StatesOfRecords, tableOf } from "./page.ts";
import { Reading } from "./reading.ts";
import { joinSeries } from "./series.ts";

/*
 * A page on demand. Two accounts in memory, before and after an update, begin empty. The second answers the requests of the
 * provider, and what a request asks for is read from the live page first, and put into both. So what is read is what the
 * provider asks for, and there is no list of what a rehearsal needs.
 */

/** Opens a page that is still empty. The account is only read. */
export async function openPage(account: Account, states: StatesOfRecords): Promise<Page> {
  const copy = new Copy(account, states);
  const { url, close } = await copy.after.serve((request) => copy.prepare(request));
  return Object.assign(copy, { url, close });
}

const kindOf = (table: string) => kinds.find((definition) => tableOf(definition) === table);

class Copy {
  readonly apiKey = randomBytes(24).toString("base64url");
  readonly baseUrl: string;
  readonly before: HeldAccount;
  readonly after: HeldAccount;
  readonly account: Account;
  readonly #held: HeldRecords;
  readonly #reading = new Reading();
  readonly #states: StatesOfRecords;
  /** Records that the emulator can't hold as a response shows them. */
  readonly #notHeld = new Set<string>();
  /** How far the time of the page is ahead, in milliseconds. */
  #ahead = 0;

  constructor(account: Account, states: StatesOfRecords) {
    this.account = account;
    this.baseUrl = account.client.connection.baseUrl;
    this.#states = states;
    this.#held = new HeldRecords(this.apiKey, this, states);
    this.before = this.#held.before;
    this.after = this.#held.after;
  }

  get gaps(): readonly Gap[] {
    return this.#reading.gaps;
  }

  get failure(): unknown {
    return this.#reading.failure;
  }

  now(): number {
    return this.account.client.serverTime() + this.#ahead;
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  /** Loads what a request asks for, and before a write also what the emulator checks. */
  async prepare(request: RoutedRequest): Promise<void> {
    const { route, params, query, body } = request;
    if (route.resource === "hubs" && route.verb === "list") return this.#readHubs();
    const hub = await this.findHub(params.subdomain ?? "");
    const definition = kindOf(route.resource);
    // Nothing is loaded for a hub that isn't there, so that the copy answers 404, as the page does.
    if (hub === undefined || definition === undefined || isHub(definition.kind)) return;
    if (route.verb === "list") {
      const isOfDeleted = query.deleted?.[0] === "true";
      return this.#readList(hub, definition, isOfDeleted ? "deleted" : "live");
    }
    const id = idIn(request);
    if (route.operation.method === "GET") {
      // The provider reads a record if its list may show it in another form.
      if (id !== undefined) await this.#readRecord(hub, definition, id);
      return;
    }
    await this.#prepareWrite(hub, definition, (body?.value ?? {}) as Fields);
    if (id !== undefined) await this.#readUnlessWhole(hub, definition, id);
  }

  async load(hubId: number, definition: Definition): Promise<boolean> {
    const hub = this.after.find("hubs", hubId);
    if (hub === undefined) return false;
    const owner = await this.#hubThatHas(hub, definition);
    return (await this.#canReadList(owner, definition)) && this.#held.isListComplete(owner, definition);
  }

  async loadRecord(hubId: number, definition: Definition, id: string): Promise<boolean> {
    const hub = this.after.find("hubs", hubId);
    if (hub === undefined) return false;
    return this.#reading.isRead(this.#readUnlessWhole(hub, definition, id));
  }

  async mayHaveConnected(hubId: number): Promise<boolean> {
    if (this.after.find("hubs", hubId)?.parent_id !== null) return false;
    if (!(await this.#reading.isRead(this.#readHubs()))) return true;
    return this.after.all("hubs").some(({ parent_id: parent }) => parent === hubId);
  }

  async findHub(subdomain: string): Promise<Tables["hubs"] | undefined> {
    const held = this.after.hubNamed(subdomain);
    if (held !== undefined) return held;
    await this.#reading.once(`hub ${subdomain}`, async () => {
      const live = await this.account.hubs.find(subdomain);
      if (live !== undefined) this.#putHub(live);
    });
    return this.after.hubNamed(subdomain);
  }

  /** Before a write, the emulator looks for equal records, for those that the body names, and for a service's group. */
  async #prepareWrite(hub: Tables["hubs"], definition: Definition, body: Fields): Promise<void> {
    // Without this list, the emulator looks in what is held.
    await this.#canReadList(hub, definition);
    for (const { key, type } of Object.values(definition.properties)) {
      const named = kinds.find(({ kind }) => kind === type.references?.kind);
      if (named === undefined || body[key] === undefined) continue;
      const owner = await this.#hubThatHas(hub, named);
      const isListed = await this.#canReadList(owner, named);
      if (!isListed) {
        const ids = type.references?.idsIn(type.fromWire(body[key], undefined)) ?? [];
        for (const id of ids) await this.#readUnlessWhole(owner, named, String(id));
      }
      if (owner !== hub) this.#held.shareGroups(hub, owner);
    }
    if (typeof body.group_id === "number") this.#held.putGroup(hub, body.group_id);
  }

  /** Documented: a connected hub shows services of its primary hub, and operations on services are only valid there. */
  async #hubThatHas(hub: Tables["hubs"], { onPrimaryHubs }: Definition): Promise<Tables["hubs"]> {
    if (hub.parent_id === null || onPrimaryHubs === undefined) return hub;
    await this.#readHubs();
    return this.after.find("hubs", hub.parent_id) ?? hub;
  }

  async #readHubs(): Promise<void> {
    const read = async () => {
      for (const live of await this.account.hubs.list()) this.#putHub(live);
    };
    await this.#reading.once("hubs", read, { hub: "", kind: hubKind.kind });
  }

  #putHub(live: Live): void {
    if (!this.#held.putHub(live)) throw new HttpError(404, "the emulator can't hold this hub");
  }

  /** Reads a list. Returns whether it can be read. */
  #canReadList(hub: Tables["hubs"], definition: Definition): Promise<boolean> {
    return this.#reading.isRead(this.#readList(hub, definition, "live"));
  }

  async #readList(hub: Tables["hubs"], definition: Definition, which: "live" | "deleted"): Promise<void> {
    const read = async () => {
      const collection = await this.#open(hub, definition);
      for (const live of which === "live" ? await collection.list() : await collection.deleted()) {
        const id = String(live.id);
        this.#put(hub, definition, live, "listed");
        // The provider reads a record whose list doesn't say whether it is deleted, but the list of the copy does say it.
        const isManaged = this.#states.has(recordName(definition.kind, id));
        if (isManaged && !saysWhetherDeleted(live)) await this.#readRecord(hub, definition, id);
      }
      if (definition.series !== undefined) joinSeries(definition.series, this);
    };
    await this.#reading.once(`${hub.id} ${definition.kind} ${which}`, read, gapOf(hub, definition));
  }

  /** Reads a record unless a list has shown all of it. */
  async #readUnlessWhole(hub: Tables["hubs"], definition: Definition, id: string): Promise<void> {
    if (!this.#held.isWhole(definition, id)) await this.#readRecord(hub, definition, id);
  }

  async #readRecord(hub: Tables["hubs"], definition: Definition, id: string): Promise<void> {
    const isMadeHere = Number(id) > lastLiveId;
    if (isMadeHere) return;
    const name = recordName(definition.kind, id);
    const read = async () => {
      const live = await (await this.#open(hub, definition)).get(id);
      if (live !== undefined) this.#put(hub, definition, live, "whole");
      if (definition.series !== undefined) joinSeries(definition.series, this);
      if (this.#notHeld.has(name)) throw new HttpError(422, "the emulator can't hold this record");
    };
    await this.#reading.once(name, read, gapOf(hub, definition));
  }

  #open(hub: Tables["hubs"], definition: Definition) {
    return open(this.account, definition, { id: String(hub.id), subdomain: this.#held.liveSubdomainOf(hub) });
  }

  /** Puts what a response shows of a record into both accounts, or notes that the emulator can't hold it. */
  #put(hub: Tables["hubs"], definition: Definition, live: Live, shown: "listed" | "whole"): void {
    if (this.#held.put(hub, definition, live, shown)) return;
    this.#reading.gaps.push(gapOf(hub, definition));
    this.#notHeld.add(recordName(definition.kind, String(live.id)));
  }
}

const gapOf = ({ subdomain }: Tables["hubs"], { kind }: Definition): Gap => ({ hub: subdomain, kind });

/** The ID in the path of a request for one record. */
function idIn({ route, params }: RoutedRequest): string | undefined {
  const last = route.parameters.at(-1);
  return last?.table === route.resource ? params[last.name] : undefined;
}
