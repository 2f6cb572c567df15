import { operations } from "../../api/operations.ts";
import type { Client } from "./client.ts";
import { type Collection, notOffered } from "./collection.ts";
import type { HubAddress, Hubs } from "./hubs.ts";

/** One hub as a record: it is found by its subdomain, which it may change, and can neither be created nor deleted. */
export function createHubCollection(client: Client, hubs: Hubs, hub: HubAddress): Collection {
  return {
    connection: client.connection,
    hub,
    find: () => hubs.find(hub.subdomain),
    live: () => hubs.list(),
    deleted: async () => [],
    isOurs: () => false,
    claim: (record) => record,
    // A rename answers under the new subdomain only. If it took effect and the answer was lost, the repetition meets a
    // 404: then the hub is found by its id, and the same values are put there.
    put: (id, body) =>
      hubs.reach(hub, async (subdomain) => {
        const record = { id, ...(await client.perform(operations.updateHub, { subdomain }, { body })) };
        hubs.keep(record, subdomain);
        return record;
      }),
    post: notOffered,
    remove: notOffered,
    restore: notOffered,
  };
}
