import { randomBytes } from "node:crypto";
import type { Account } from "../../provider/inspect.ts";
import { HeldRecords } from "./held-records.ts";
import { LiveReader } from "./live-reader.ts";
import type { Page, StatesOfRecords } from "./page.ts";
import { prepare } from "./prepare.ts";

/*
 * A copy of a page, on demand: two accounts in memory, before and after an update, that begin empty. The provider sends its requests to
 * the second. What a request asks for is first read from the live page and put into both accounts; then the second one responds. So what
 * is read is what the provider asks for, and there is no list of what a rehearsal needs.
 *
 *     the provider     GET /hubs/acme/services/1 to the copy
 *     prepare          reads hub "acme" and service 1 of the live page, unless that was done, and puts them into both accounts
 *     account after    responds with service 1
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

  const loadList: Page["loadList"] = async (hubId, definition) => {
    const hub = after.find("hubs", hubId);
    if (hub === undefined) return false;
    // Services of a connected hub are in the list of its primary hub.
    const owner = await reader.hubThatHas(hub, definition);
    const isRead = await reader.canReadList(owner, definition);
    return isRead && held.isListComplete(owner, definition);
  };

  const loadRecord: Page["loadRecord"] = async (hubId, definition, id) => {
    const hub = after.find("hubs", hubId);
    return hub !== undefined && reader.canReadRecord(hub, definition, id);
  };

  const mayHaveConnected: Page["mayHaveConnected"] = async (hubId) => {
    const isPrimary = after.find("hubs", hubId)?.parent_id === null;
    if (!isPrimary) return false;
    const areHubsKnown = await reader.canReadHubs();
    if (!areHubsKnown) return true;
    return after.all("hubs").some(({ parent_id: primaryId }) => primaryId === hubId);
  };

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
    endRefresh: () => reader.endRefresh(),
    advance: (milliseconds) => {
      movedOn += milliseconds;
    },
    loadList,
    loadRecord,
    mayHaveConnected,
    findHub: (subdomain) => reader.findHub(subdomain),
    close,
  };
}
