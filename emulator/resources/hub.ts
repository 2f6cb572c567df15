import { z } from "zod";
import { anyText, filledText, recordId } from "../../model/api/field.ts";
import { subdomain } from "../../model/kinds/hub.ts";
import type { CallOf } from "../call.ts";
import { conflict, HttpError, invalid } from "../http-error.ts";
import type { DeepReadonly } from "../state/field.ts";
import type { HubRow } from "../tables/hub.ts";
import type { AccountStore } from "../tables/index.ts";
import { list } from "../validation.ts";
import { byText } from "./list.ts";
import type { Rules } from "./rules.ts";

export const newHub = z.object({
  subdomain,
  name: filledText,
  groups: list(anyText, "Names of the hub's groups. Their IDs count up from 1 across all hubs, in this order."),
  parent: anyText
    .optional()
    .describe("Makes this a connected hub: the subdomain of its primary hub, which has to come earlier in the list."),
  shared_groups: list(recordId, "For a connected hub: IDs of the groups that it shares with its primary hub."),
  product_url: anyText.nullable().optional(),
  custom_domain: anyText.nullable().optional(),
});

export type NewHub = DeepReadonly<z.input<typeof newHub>>;

/** If a hub is removed for good, its records stay, but no path leads to them, so the API returns 404 for each. */
export const rules: Rules<"Hub", "hubs"> = {
  list: ({ store, query, roleOn }, all) => {
    // Documented: both are for connected hubs only. Inferred: so they are rejected in a list of others.
    for (const name of ["parent_id", "per_parent_sort"] as const)
      if (query[name] !== undefined && query.type !== "connected")
        throw invalid(name, "is for connected hubs only, so type must be connected");
    const hubs = all
      // Documented: the default is `primary`. Inferred: hubs on which the API key has no access aren't listed.
      .filter((hub) => hub.type === (query.type ?? "primary") && roleOn(hub) !== "none")
      .filter((hub) => query.parent_id === undefined || String(hub.parent_id) === query.parent_id)
      .filter((hub) => query.q === undefined || mentions(hub, query.q))
      .toSorted(order(store, query));
    return query.sort_dir === "desc" ? hubs.toReversed() : hubs;
  },
  update: (call, hub) => {
    const { subdomain } = call.body;
    const holder = subdomain === undefined ? undefined : call.store.table("hubs").findBy("subdomain", subdomain);
    if (holder && holder.id !== hub.id) throw conflict("subdomain", `"${subdomain}" is taken by another hub`);
    return call.change("hubs", hub, call.body);
  },
};

/** Documented: matched against name and subdomain. Inferred: as a substring, ignoring case. */
const mentions = (hub: HubRow, text: string) =>
  [hub.name, hub.subdomain].some((value) => value.toLowerCase().includes(text.toLowerCase()));

type Order = (first: HubRow, second: HubRow) => number;

/** Returns the order that a list asks for. Where it leaves hubs equal, their positions decide. */
function order(store: AccountStore, { sort_prop, per_parent_sort }: CallOf<"listHubs">["query"]): Order {
  const parentPosition = (hub: HubRow) => store.table("hubs").find(hub.parent_id ?? hub.id)?.position ?? 0;
  const byPosition: Order = (first, second) => first.position - second.position;
  const byCreation: Order = (first, second) => byText(first.created_at, second.created_at) || byPosition(first, second);
  const byParent: Order = (first, second) =>
    parentPosition(first) - parentPosition(second) || byPosition(first, second);
  // Inferred: a hub has no start_time, so we sort by created_at instead.
  if (sort_prop === "created_at" || sort_prop === "start_time") return byCreation;
  return per_parent_sort === "true" ? byParent : byPosition;
}

export function getHub(store: AccountStore, subdomain: string): HubRow {
  const hub = store.table("hubs").findBy("subdomain", subdomain);
  if (!hub) throw new HttpError(404, `there is no hub ${subdomain}`);
  return hub;
}

/** Creates a hub and its groups, for which the API has no operation. */
export function addHub(store: AccountStore, hub: NewHub, now: string): HubRow {
  const hubs = store.table("hubs");
  if (hubs.findBy("subdomain", hub.subdomain))
    throw conflict("subdomain", `"${hub.subdomain}" is taken by another hub`);
  const parent = findParent(store, hub.parent);
  checkGroups(store, hub, parent);
  const row = hubs.insert({
    name: hub.name,
    subdomain: hub.subdomain,
    first_subdomain: hub.subdomain,
    type: parent ? "connected" : "primary",
    custom_domain: hub.custom_domain ?? null,
    parent_id: parent?.id ?? null,
    product_url: hub.product_url ?? null,
    position: hubs.lastId + 1,
    shared_groups: hub.shared_groups ?? [],
    shared_services: "all",
    created_at: now,
    updated_at: now,
  });
  for (const name of hub.groups ?? []) store.table("groups").insert({ hub_id: row.id, name });
  return row;
}

function findParent(store: AccountStore, subdomain: string | undefined): HubRow | undefined {
  if (subdomain === undefined) return undefined;
  const parent = store.table("hubs").findBy("subdomain", subdomain);
  if (parent?.type === "primary") return parent;
  throw invalid("parent", `"${subdomain}" is not a primary hub that was created before`);
}

/** Documented: a connected hub shares groups of its primary hub. Inferred: it has no groups of its own. */
function checkGroups(store: AccountStore, { groups, shared_groups = [] }: NewHub, parent: HubRow | undefined): void {
  if (!parent && shared_groups.length > 0) throw invalid("shared_groups", "is for connected hubs, which have a parent");
  if (parent && groups?.length)
    throw invalid("groups", "is for primary hubs; a connected one shares those of its parent");
  for (const [index, id] of shared_groups.entries())
    if (store.table("groups").find(id)?.hub_id !== parent?.id)
      throw invalid(`shared_groups[${index}]`, `${id} is not a group of hub ${parent?.subdomain}`);
}
