import { randomBytes } from "node:crypto";
import type { Account } from "../../provider/inspect.ts";
import { HeldRecords } from "./held-records.ts";
import { LiveReader } from "./live-reader.ts";
import type { Page, StatesOfRecords } from "./page.ts";
import { prepare } from "./prepare.ts";

/*
 * A copy of a page, on demand: two accounts in memory, before and after an update, that begin empty. The provider sends its requests to
 * the second. What a request asks for is first read from the live page and put into both accounts; then the second one answers. So what
 * is read is what the provider asks for, and there is no list of what a rehearsal needs.
 */

/** Opens the copy of a page, which is still empty. The account is only read. */
export async function openPage(account: Account, states: StatesOfRecords): Promise<Page> {
  const apiKey = randomBytes(24).toString("base64url");
  /** How far the rehearsal has moved the time on, in milliseconds. */
  let movedOn = 0;
  const now = () => account.client.serverTime() + movedOn;
  const held = new HeldRecords(apiKey, { now }, states);
  const reader = new LiveReader(account, held, states);
  const { before, after } = held;
  const { url, close } = await after.serve((request) => prepare(request, reader));
  return {
    before,
    after,
    url,
    apiKey,
    account,
    baseUrl: account.client.connection.baseUrl,
    gaps: reader.gaps,
    get failure() {
      return reader.failure;
    },
    now,
    advance(milliseconds) {
      movedOn += milliseconds;
    },
    async loadList(hubId, definition) {
      const hub = after.find("hubs", hubId);
      if (hub === undefined) return false;
      const owner = await reader.hubThatHas(hub, definition);
      const isRead = await reader.canReadList(owner, definition);
      return isRead && held.isListComplete(owner, definition);
    },
    async loadRecord(hubId, definition, id) {
      const hub = after.find("hubs", hubId);
      return hub !== undefined && reader.canReadRecord(hub, definition, id);
    },
    async mayHaveConnected(hubId) {
      const isPrimary = after.find("hubs", hubId)?.parent_id === null;
      if (!isPrimary) return false;
      const areAllKnown = await reader.canReadHubs();
      return !areAllKnown || after.all("hubs").some(({ parent_id: parent }) => parent === hubId);
    },
    findHub: (subdomain) => reader.findHub(subdomain),
    close,
  };
}
