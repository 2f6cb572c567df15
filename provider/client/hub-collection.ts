import { hubOperations } from "../../model/kinds/hub.ts";
import { type Collection, type CollectionParts, throwNotOffered } from "./collection.ts";
import type { HubAddress } from "./hubs.ts";
import { shared } from "./network-error.ts";

type HubParts = Pick<CollectionParts, "client" | "hubs" | "signal">;

/**
 * Treats one hub as a collection. A hub is found by its subdomain, which may change, and can be neither created nor
 * deleted.
 */
export function createHubCollection({ client, hubs, signal }: HubParts, hub: HubAddress): Collection {
  // Another hub may have taken its subdomain since the lookup.
  const find = async () => hubs.find((await shared(hubs.resolve(hub), signal)).subdomain);
  const list = () => shared(hubs.list(), signal);
  return {
    connection: client.connection,
    hub,
    read: find,
    get: async (id) => (id === hub.id ? find() : (await list()).find((other) => String(other.id) === id)),
    list,
    listNow: list,
    deleted: async () => [],
    // A renamed hub is found only under its new subdomain. If the rename took effect but its response was lost, the
    // retry returns 404; then we find the hub by its ID and send the same values there.
    put: (id, wire) =>
      hubs.reach(hub, async (subdomain) => {
        const options = { wire, ...(signal && { signal }) };
        const live = { ...(await client.perform(hubOperations.update, { subdomain }, options)), id };
        hubs.keep(live, subdomain);
        return live;
      }),
    post: throwNotOffered,
    creationOf: throwNotOffered,
    remove: throwNotOffered,
    restore: throwNotOffered,
    inTurn: (task) => task(),
    pause: throwNotOffered,
    serverTime: () => client.serverTime(),
  };
}
