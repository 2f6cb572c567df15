import type { Live } from "../../model/api/form.ts";
import { hubOperations } from "../../model/kinds/hub.ts";
import { waitUnlessCanceled } from "./cancellation.ts";
import type { Collection } from "./collection.ts";
import type { HubAddress } from "./hubs.ts";
import type { CollectionParts } from "./place.ts";
import { throwNotOffered } from "./writes.ts";

/** Treats one hub as a collection. A hub is found by its subdomain, which may change, and can be neither created nor deleted. */
export function createHubCollection(
  { client, hubs, signal }: Pick<CollectionParts, "client" | "hubs" | "signal">,
  hub: HubAddress,
): Collection {
  async function find(): Promise<Live | undefined> {
    // Another hub may have taken its subdomain since the lookup.
    const { subdomain } = await waitUnlessCanceled(hubs.resolve(hub), signal);
    return hubs.find(subdomain);
  }

  const list = () => waitUnlessCanceled(hubs.list(), signal);

  async function get(id: string): Promise<Live | undefined> {
    if (id === hub.id) return find();
    const others = await list();
    return others.find((other) => String(other.id) === id);
  }

  return {
    connection: client.connection,
    trouble: client.trouble,
    hub,
    read: find,
    get,
    inFull: async (listed) => listed,
    list,
    listUnlessLong: async () => ({ records: await list(), longListPages: undefined }),
    listNow: list,
    deleted: async () => [],
    // A renamed hub is found only under its new subdomain. If the rename took effect but its response was lost, the
    // retry returns 404; then we find the hub by its ID and send the same values there.
    put: (id, wire) =>
      hubs.reach(hub, async (subdomain) => {
        const response = await client.perform(hubOperations.update, { subdomain }, { wire, signal });
        const live = { ...response, id };
        hubs.keep(live, subdomain);
        return live;
      }),
    posts: [],
    post: throwNotOffered,
    creationOf: throwNotOffered,
    remove: throwNotOffered,
    restore: throwNotOffered,
    inTurn: (task) => task(),
    pause: throwNotOffered,
    serverTime: () => client.serverTime(),
  };
}
