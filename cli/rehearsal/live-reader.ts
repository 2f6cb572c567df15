import { HttpError, type Tables } from "../../emulator/held-account.ts";
import type { Live } from "../../model/api/form.ts";
import { saysWhetherDeleted } from "../../model/api/live.ts";
import { hub as hubKind } from "../../model/kinds/hub.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { type Account, open } from "../../provider/inspect.ts";
import type { HeldRecords } from "./held-records.ts";
import { type Gap, lastLiveId, recordName, type StatesOfRecords } from "./page.ts";
import { Reading } from "./reading.ts";
import { joinSeries } from "./series.ts";

type Hub = Tables["hubs"];

/** Reads parts of a live page, each at most once, and holds what it reads in the accounts in memory. */
export class LiveReader {
  readonly #account: Account;
  readonly held: HeldRecords;
  readonly #reading = new Reading();
  readonly #states: StatesOfRecords;
  #isRefresh = true;
  /** The number of pages of each long list that hasn't been read to its end. */
  readonly #longListPages = new Map<string, number>();
  /** Records that the emulator can't hold as a response shows them. */
  readonly #notHeld = new Set<string>();

  constructor(account: Account, held: HeldRecords, states: StatesOfRecords) {
    this.#account = account;
    this.held = held;
    this.#states = states;
  }

  get gaps(): readonly Gap[] {
    return this.#reading.gaps;
  }

  get failure(): unknown {
    return this.#reading.failure;
  }

  async findHub(subdomain: string): Promise<Hub | undefined> {
    const { after } = this.held;
    const held = after.hubNamed(subdomain);
    if (held !== undefined) return held;
    await this.#reading.once(`hub ${subdomain}`, async () => {
      const live = await this.#account.hubs.find(subdomain);
      if (live !== undefined) this.#putHub(live);
    });
    return after.hubNamed(subdomain);
  }

  async readHubs(): Promise<void> {
    const read = async () => {
      for (const live of await this.#account.hubs.list()) this.#putHub(live);
    };
    await this.#reading.once("hubs", read, { hub: "", kind: hubKind.kind });
  }

  #putHub(live: Live): void {
    if (!this.held.putHub(live)) throw new HttpError(404, "the emulator can't hold this hub");
  }

  /** Documented: a connected hub shows services of its primary hub, and operations on services are only valid there. */
  async hubThatHas(hub: Hub, { onPrimaryHubs }: Definition): Promise<Hub> {
    if (hub.parent_id === null || onPrimaryHubs === undefined) return hub;
    await this.readHubs();
    return this.held.after.find("hubs", hub.parent_id) ?? hub;
  }

  /** From now on, the provider looks for records in lists, so long ones are read to their end. */
  endRefresh(): void {
    this.#isRefresh = false;
  }

  /**
   * Reads a list whose first page the provider asks for. During the refresh of the first stack, it asks for the others only if it reads as many records as
   * there are pages. So the first page of a long list is enough then, but not once it looks for records: the pages of the copy need not
   * begin where those of the live page do.
   */
  async readFromFirstPage(hub: Hub, definition: Definition): Promise<void> {
    await this.#readFirstPage(hub, definition);
    const pages = this.longListPages(hub, definition);
    if (pages === undefined) return;
    const readsOtherPages = this.#countStates(definition) >= pages;
    if (!this.#isRefresh || readsOtherPages) await this.readList(hub, definition);
  }

  /** Returns how many records of a kind the states have, on any hub. */
  #countStates({ kind }: Definition): number {
    const begin = recordName(kind, "");
    return [...this.#states.keys()].filter((name) => name.startsWith(begin)).length;
  }

  /** Reads a list, or only its first page if it is long. */
  async #readFirstPage(hub: Hub, definition: Definition): Promise<void> {
    const list = listName(hub, definition);
    const read = async () => {
      const { records, longListPages } = await (await this.#open(hub, definition)).listUnlessLong();
      await this.#putListed(hub, definition, records);
      if (longListPages !== undefined) this.#longListPages.set(list, longListPages);
    };
    await this.#reading.once(`${list} first page`, read, gapOf(hub, definition));
  }

  /** Reads a list to its end. */
  async readList(hub: Hub, definition: Definition): Promise<void> {
    await this.#readFirstPage(hub, definition);
    const list = listName(hub, definition);
    const read = async () => {
      if (!this.#longListPages.has(list)) return;
      await this.#putListed(hub, definition, await (await this.#open(hub, definition)).list());
      this.#longListPages.delete(list);
    };
    await this.#reading.once(`${list} to its end`, read, gapOf(hub, definition));
  }

  /** Returns how many pages a long list has; undefined for others, and once it has been read to its end. */
  longListPages(hub: Hub, definition: Definition): number | undefined {
    return this.#longListPages.get(listName(hub, definition));
  }

  /** Reads the list of deleted records. */
  async readDeleted(hub: Hub, definition: Definition): Promise<void> {
    const read = async () => {
      await this.#putListed(hub, definition, await (await this.#open(hub, definition)).deleted());
    };
    await this.#reading.once(`${listName(hub, definition)} deleted`, read, gapOf(hub, definition));
  }

  async #putListed(hub: Hub, definition: Definition, listed: readonly Live[]): Promise<void> {
    for (const live of listed) {
      this.#put(hub, definition, live, "listed");
      // The list of the copy says of each record whether it is deleted. If the list of the page doesn't, the provider would read
      // its records on the page, but not on the copy. So they are read here.
      const id = String(live.id);
      const isManaged = this.#states.has(recordName(definition.kind, id));
      if (isManaged && !saysWhetherDeleted(live)) await this.readRecord(hub, definition, id);
    }
    if (definition.series !== undefined) joinSeries(definition.series, this.held);
  }

  async readRecord(hub: Hub, definition: Definition, id: string): Promise<void> {
    const isMadeHere = Number(id) > lastLiveId;
    if (isMadeHere) return;
    const name = recordName(definition.kind, id);
    const read = async () => {
      const live = await (await this.#open(hub, definition)).get(id);
      if (live !== undefined) this.#put(hub, definition, live, "whole");
      if (definition.series !== undefined) joinSeries(definition.series, this.held);
      // Noted just now, or when a list showed it.
      if (this.#notHeld.has(name)) throw new HttpError(422, "the emulator can't hold this record");
    };
    await this.#reading.once(name, read, gapOf(hub, definition));
  }

  /** Reads a record unless a list has shown all of it. */
  async readUnlessWhole(hub: Hub, definition: Definition, id: string): Promise<void> {
    if (!this.held.isWhole(definition, id)) await this.readRecord(hub, definition, id);
  }

  canReadHubs(): Promise<boolean> {
    return this.#reading.isRead(this.readHubs());
  }

  /** Reads a list. Returns whether it can be read. */
  canReadList(hub: Hub, definition: Definition): Promise<boolean> {
    return this.#reading.isRead(this.readList(hub, definition));
  }

  /** Reads a record unless a list has shown all of it. Returns whether it can be read. */
  canReadRecord(hub: Hub, definition: Definition, id: string): Promise<boolean> {
    return this.#reading.isRead(this.readUnlessWhole(hub, definition, id));
  }

  #open(hub: Hub, definition: Definition) {
    return open(this.#account, definition, { id: String(hub.id), subdomain: this.held.liveSubdomainOf(hub) });
  }

  /** Puts what a response shows of a record into both accounts, or notes that the emulator can't hold it. */
  #put(hub: Hub, definition: Definition, live: Live, shown: "listed" | "whole"): void {
    if (this.held.put(hub, definition, live, shown)) return;
    this.#reading.gaps.push(gapOf(hub, definition));
    this.#notHeld.add(recordName(definition.kind, String(live.id)));
  }
}

const listName = ({ id }: Hub, { kind }: Definition): string => `${id} ${kind}`;

const gapOf = ({ subdomain }: Hub, { kind }: Definition): Gap => ({ hub: subdomain, kind });
