import { type Context, Hono } from "hono";
import type { Emulation } from "../emulation.ts";
import { publishedOf, scopeOf } from "../events/hub-scope.ts";
import { effectsOn, statusAt } from "../events/service-effect.ts";
import type { Environment } from "../http/environment.ts";
import type { HubRow } from "../tables/hub.ts";
import { pageHeaders } from "./document.ts";
import { hubListPage, hubPage, missingPage } from "./hub-page.ts";
import { viewOf } from "./hub-view.ts";

/** The pages for visitors: the list of hubs at `/`, and each hub at `/hubs/{subdomain}`. */
export function pageRoutes(emulation: Emulation): Hono<Environment> {
  const routes = new Hono<Environment>();
  routes.get("/", (visit) => sent(visit, hubListPage(listedHubs(emulation))));
  routes.get("/hubs/:subdomain", (visit) => {
    const { subdomain } = visit.req.param();
    const hub = emulation.store.table("hubs").findBy("subdomain", subdomain);
    return hub ? sent(visit, renderHub(emulation, hub)) : sent(visit, missingPage(subdomain), 404);
  });
  return routes;
}

function renderHub({ store, clock }: Emulation, hub: HubRow): string {
  const alerts = store.table("platform_alerts").by("hub", hub.id);
  const lasting = alerts.find(({ end_time }) => end_time === null);
  return hubPage(viewOf(scopeOf(store, hub), lasting, clock.now()));
}

const listedHubs = ({ store, clock }: Emulation) =>
  store
    .table("hubs")
    .all()
    .map((hub) => ({ hub, status: statusAt(effectsOn(publishedOf(scopeOf(store, hub))), clock.now()) }));

const sent = (visit: Context<Environment>, page: string, status: 200 | 404 = 200): Response =>
  visit.body(page, status, pageHeaders);
