import { Hono } from "hono";
import type { Emulation } from "../emulation.ts";
import { effectsOn, statusAt } from "../events/effect.ts";
import { publishedOf, scopeOf } from "../events/hub-scope.ts";
import type { Environment } from "../http/environment.ts";
import type { HubRow } from "../tables/hub.ts";
import { identityOf, isAddressAllowed, otherNetworkPage, signInPage, type Visit, visitorLine } from "./access.ts";
import { type Markup, pageHeaders } from "./document.ts";
import { hubListPage, hubPage, missingPage } from "./hub-page.ts";
import { viewOf } from "./hub-view.ts";

/** The pages for visitors: the list of hubs at `/`, and each hub at `/hubs/{subdomain}`. */
export function pageRoutes(emulation: Emulation): Hono<Environment> {
  const routes = new Hono<Environment>();
  routes.get("/", (visit) => sent(visit, hubListPage(listedHubs(emulation))));
  routes.get("/hubs/:subdomain", (visit) => {
    const { subdomain } = visit.req.param();
    const hub = emulation.store.table("hubs").findBy("subdomain", subdomain);
    if (!hub) return sent(visit, missingPage(subdomain), 404);
    const access = emulation.store.table("accesses").findBy("hub", hub.id);
    if (access && !isAddressAllowed(access, addressOf(visit))) return sent(visit, otherNetworkPage(), 403);
    if (!access?.sign_in) return sent(visit, renderHub(emulation, hub));
    const identity = identityOf(access.sign_in, visit);
    if (identity !== undefined)
      return sent(visit, renderHub(emulation, hub, visitorLine(identity, subscriptionsOf(emulation, hub, identity))));
    visit.header("www-authenticate", `Basic realm="${subdomain}", charset="UTF-8"`);
    return sent(visit, signInPage(hub, access.sign_in), 401);
  });
  return routes;
}

/** On loopback every visitor has the same address, so a test sets another one in the header that proxies use. */
const addressOf = ({ req, env }: Visit): string =>
  req.header("x-forwarded-for")?.split(",")[0]?.trim() ?? env.incoming.socket.remoteAddress ?? "";

function renderHub({ store, clock }: Emulation, hub: HubRow, visitor?: Markup): string {
  const alerts = store.table("platform_alerts").by("hub", hub.id);
  const lasting = alerts.find(({ end_time }) => end_time === null);
  return hubPage(viewOf(scopeOf(store, hub), lasting, clock.now()), visitor);
}

const listedHubs = ({ store, clock }: Emulation) =>
  store
    .table("hubs")
    .all()
    .map((hub) => {
      const access = store.table("accesses").findBy("hub", hub.id);
      const isLimited = access && (access.sign_in !== null || access.allowed_addresses.length > 0);
      return {
        hub,
        status: isLimited ? undefined : statusAt(effectsOn(publishedOf(scopeOf(store, hub))), clock.now()),
      };
    });

function subscriptionsOf({ store }: Emulation, hub: HubRow, identity: string) {
  const subscribers = store.table("subscribers").by("hub", hub.id);
  // A shared password doesn't identify anyone.
  const subscriber = subscribers.find(({ deleted, idp_id }) => !deleted && idp_id === identity && identity !== "");
  return (
    subscriber &&
    store
      .table("subscriptions")
      .by("subscriber", subscriber.id)
      .filter(({ deleted }) => !deleted)
  );
}

const sent = (visit: Visit, page: string, status: 200 | 401 | 403 | 404 = 200): Response =>
  visit.body(page, status, pageHeaders);
