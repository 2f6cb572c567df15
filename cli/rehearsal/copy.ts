import { randomBytes } from "node:crypto";
import type { HeldAccount, Tables } from "../../emulator/held-account.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../../provider/inspect.ts";
import { HeldRecords } from "./held-records.ts";
import { LiveReader } from "./live-reader.ts";
import type { Gap, Page, StatesOfRecords } from "./page.ts";
import { prepare } from "./prepare.ts";

/*
 * A page on demand. Two accounts in memory, before and after an update, begin empty. The second answers the requests of the
 * provider, and what a request asks for is read from the live page first, and put into both. So what is read is what the
 * provider asks for, and there is no list of what a rehearsal needs.
 */

/** Opens a page that is still empty. The account is only read. */
export async function openPage(account: Account, states: StatesOfRecords): Promise<Page> {
  const apiKey = randomBytes(24).toString("base64url");
  const clock = new PageClock(account);
  const held = new HeldRecords(apiKey, clock, states);
  const reader = new LiveReader(account, held, states);
  const { url, close } = await held.after.serve((request) => prepare(request, reader));
  return new Copy({ url, apiKey, close }, clock, reader);
}

/** The time of the live page, which a rehearsal moves on. */
class PageClock {
  readonly #account: Account;
  /** How far the time of the copy is ahead, in milliseconds. */
  #ahead = 0;

  constructor(account: Account) {
    this.#account = account;
  }

  now(): number {
    return this.#account.client.serverTime() + this.#ahead;
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

class Copy implements Page {
  readonly before: HeldAccount;
  readonly after: HeldAccount;
  readonly url: string;
  readonly apiKey: string;
  readonly account: Account;
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
  readonly #clock: PageClock;
  readonly #reader: LiveReader;

  constructor(server: Pick<Page, "url" | "apiKey" | "close">, clock: PageClock, reader: LiveReader) {
    this.url = server.url;
    this.apiKey = server.apiKey;
    this.close = server.close;
    this.account = reader.account;
    this.baseUrl = reader.account.client.connection.baseUrl;
    this.before = reader.held.before;
    this.after = reader.held.after;
    this.#clock = clock;
    this.#reader = reader;
  }

  get gaps(): readonly Gap[] {
    return this.#reader.gaps;
  }

  get failure(): unknown {
    return this.#reader.failure;
  }

  now(): number {
    return this.#clock.now();
  }

  advance(milliseconds: number): void {
    this.#clock.advance(milliseconds);
  }

  async load(hubId: number, definition: Definition): Promise<boolean> {
    const hub = this.after.find("hubs", hubId);
    if (hub === undefined) return false;
    const owner = await this.#reader.hubThatHas(hub, definition);
    const isListed = await this.#reader.canReadList(owner, definition);
    return isListed && this.#reader.held.isListComplete(owner, definition);
  }

  async loadRecord(hubId: number, definition: Definition, id: string): Promise<boolean> {
    const hub = this.after.find("hubs", hubId);
    return hub !== undefined && this.#reader.canReadRecord(hub, definition, id);
  }

  async mayHaveConnected(hubId: number): Promise<boolean> {
    const isPrimary = this.after.find("hubs", hubId)?.parent_id === null;
    if (!isPrimary) return false;
    if (!(await this.#reader.canReadHubs())) return true;
    return this.after.all("hubs").some(({ parent_id: parent }) => parent === hubId);
  }

  findHub(subdomain: string): Promise<Tables["hubs"] | undefined> {
    return this.#reader.findHub(subdomain);
  }
}
