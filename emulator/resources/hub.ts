import type { z } from "zod";
import type { hubShapes } from "../../kinds/hub.ts";
import type { CallOf, Handlers } from "../call.ts";
import { conflict } from "../http/refusal.ts";
import type { HubRow } from "../state/row.ts";
import { byText, toPage } from "./paging.ts";

type HubOperation = "listHubs" | "getHub" | "updateHub";

export const hubHandlers: Handlers<HubOperation> = {
  listHubs: (call) => toPage(matchingHubs(call), call.query, answer),
  getHub: (call) => answer(call.hub),
  updateHub: (call) => {
    const { subdomain } = call.body;
    const holder = subdomain === undefined ? undefined : call.store.table("hubs").findBy("subdomain", subdomain);
    if (holder && holder.id !== call.hub.id) throw conflict("subdomain", `"${subdomain}" is taken by another hub`);
    return answer(call.change("hubs", call.hub, call.body));
  },
};

const answer = (row: HubRow): z.input<typeof hubShapes.record> => ({
  id: row.id,
  name: row.name,
  subdomain: row.subdomain,
  type: row.type,
  custom_domain: row.custom_domain,
  // Documented: only on Connected Hubs, "absent or null for Primary Hubs".
  parent_id: row.parent_id,
  product_url: row.product_url,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

function matchingHubs(call: CallOf<"listHubs">): readonly HubRow[] {
  const { query } = call;
  const hubs = call.store
    .table("hubs")
    .all()
    // Documented: the default is `primary`. Inferred: a hub on which the key has no access is not listed.
    .filter((hub) => hub.type === (query.type ?? "primary") && call.roleOn(hub) !== "none")
    .filter((hub) => query.parent_id === undefined || String(hub.parent_id) === query.parent_id)
    .filter((hub) => query.q === undefined || mentions(hub, query.q))
    .toSorted(order(call));
  return query.sort_dir === "desc" ? hubs.toReversed() : hubs;
}

/** Documented: matched against name and subdomain. Inferred: as a part of it, in any case. */
const mentions = (hub: HubRow, text: string) =>
  [hub.name, hub.subdomain].some((value) => value.toLowerCase().includes(text.toLowerCase()));

function order({ store, query }: CallOf<"listHubs">): (first: HubRow, second: HubRow) => number {
  const parentPosition = (hub: HubRow) => store.table("hubs").find(hub.parent_id ?? hub.id)?.position ?? 0;
  const byPosition = (first: HubRow, second: HubRow) => first.position - second.position;
  // Inferred: a hub has no start_time, so that sorts as created_at.
  if (query.sort_prop === "created_at" || query.sort_prop === "start_time")
    return (first, second) => byText(first.created_at, second.created_at) || byPosition(first, second);
  if (query.per_parent_sort === "true")
    return (first, second) => parentPosition(first) - parentPosition(second) || byPosition(first, second);
  return byPosition;
}
