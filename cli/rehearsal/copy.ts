import { randomBytes } from "node:crypto";
import type { Account } from "../../provider/inspect.ts";
import { HeldRecords } from "./held-records.ts";
import { LiveReader } from "./live-reader.ts";
import type { Page, StatesOfRecords } from "./page.ts";
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
  const { before, after } = held;
  return {
    before,
    after,
    url,
    apiKey,
    account,
    baseUrl: account.client.connection.baseUrl,
    get gaps() {
      return reader.gaps;
    },
    get failure() {
      return reader.failure;
    },
    now: () => clock.now(),
    advance: (milliseconds) => clock.advance(milliseconds),
    async load(hubId, definition) {
      const hub = after.find("hubs", hubId);
      if (hub === undefined) return false;
      const owner = await reader.hubThatHas(hub, definition);
      const isListed = await reader.canReadList(owner, definition);
      return isListed && held.isListComplete(owner, definition);
    },
    async loadRecord(hubId, definition, id) {
      const hub = after.find("hubs", hubId);
      return hub !== undefined && reader.canReadRecord(hub, definition, id);
    },
    async mayHaveConnected(hubId) {
      const isPrimary = after.find("hubs", hubId)?.parent_id === null;
      if (!isPrimary) return false;
      if (!(await reader.canReadHubs())) return true;
      return after.all("hubs").some(({ parent_id: parent }) => parent === hubId);
    },
    findHub: (subdomain) => reader.findHub(subdomain),
    close,
  };
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
