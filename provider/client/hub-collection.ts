import { operations } from "../../kinds/operations.ts";
import { type Collection, type CollectionParts, notOffered } from "./collection.ts";
import type { HubAddress } from "./hubs.ts";
import { shared } from "./network-error.ts";

type HubParts = Pick<CollectionParts, "client" | "hubs" | "signal">;

/** One hub as a record: it is found by its subdomain, which it may change, and can neither be created nor deleted. */
export function createHubCollection({ client, hubs, signal }: HubParts, hub: HubAddress): Collection {
  // Its name may have changed hands since it was looked up.
  const find = async () => hubs.find((await shared(hubs.resolve(hub), signal)).subdomain);
  const live = () => shared(hubs.list(), signal);
  return {
    connection: client.connection,
    hub,
    read: find,
    get: async (id) => (id === hub.id ? find() : (await live()).find((other) => String(other.id) === id)),
    live,
    liveNow: live,
    deleted: async () => [],
    // A renamed hub is found only under its new subdomain. If the rename took effect and its response was lost, the retry gets
    // a 404: then the hub is found by its ID, and the same values are sent there.
    put: (id, body) =>
      hubs.reach(hub, async (subdomain) => {
        const options = { body, ...(signal && { signal }) };
        const record = { ...(await client.perform(operations.updateHub, { subdomain }, options)), id };
        hubs.keep(record, subdomain);
        return record;
      }),
    post: notOffered,
    remove: notOffered,
    restore: notOffered,
    pause: notOffered,
    serverTime: () => client.serverTime(),
  };
}
