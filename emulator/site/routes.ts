import { Hono } from "hono";
import { etag } from "hono/etag";
import { accessOf } from "../control/hub-setting.ts";
import type { Emulation } from "../emulation.ts";
import { effectsOn } from "../events/effect.ts";
import { publishedOf, scopeOf } from "../events/hub-scope.ts";
import { statusAt } from "../events/status.ts";
import { readBytes } from "../http/body.ts";
import type { Environment } from "../http/listen.ts";
import type { HubRow } from "../resources/hub.ts";
import type { AccessRow } from "../state/row.ts";
import { otherNetworkPage, signInPage, visitorLine } from "./access-page.ts";
import { identityOf, isAddressAllowed, remember, type Visit, visitorOf } from "./admission.ts";
import { type Markup, type Page, pageHeaders } from "./document.ts";
import { hubListPage, missingPage } from "./hub-list-page.ts";
import { hubPage } from "./hub-page.ts";
import { viewOf } from "./hub-view.ts";

const longestForm = 10_000;

/** The pages for visitors: the list of hubs at `/`, and each hub at `/hubs/{subdomain}`. */
export function pageRoutes(emulation: Emulation): Hono<Environment> {
  const routes = new Hono<Environment>();
  // Sends 304 if the visitor already has this version of a page.
  const tagged = etag();
  routes.get("/", tagged, (visit) => sent(visit, hubListPage(listedHubs(emulation))));
  routes.get("/hubs/:subdomain", tagged, (visit) =>
    admitted(emulation, visit, async (hub, access) => {
      if (!access?.sign_in) return sent(visit, renderHub(emulation, hub));
      const identity = await visitorOf(emulation, visit, access);
      if (identity === undefined) return visit.redirect(`/hubs/${hub.subdomain}/sign-in`, 303);
      return sent(visit, renderHub(emulation, hub, visitorLine(identity, subscriptionsOf(emulation, hub, identity))));
    }),
  );
  routes.get("/hubs/:subdomain/sign-in", (visit) =>
    admitted(emulation, visit, (hub, access) =>
      access?.sign_in
        ? sent(visit, signInPage(hub, access.sign_in, false))
        : visit.redirect(`/hubs/${hub.subdomain}`, 303),
    ),
  );
  routes.post("/hubs/:subdomain/sign-in", async (visit) => {
    const form = new URLSearchParams((await readBytes(visit.env.incoming, longestForm))?.toString());
    return admitted(emulation, visit, async (hub, access) => {
      const path = `/hubs/${hub.subdomain}`;
      if (!access?.sign_in) return visit.redirect(path, 303);
      const identity = identityOf(access.sign_in, Object.fromEntries(form));
      if (identity === undefined) return sent(visit, signInPage(hub, access.sign_in, true), 403);
      await remember(emulation, visit, access, hub, identity);
      return visit.redirect(path, 303);
    });
  });
  return routes;
}

/** Continues with the hub in the path, if it exists and admits the visitor's address. */
function admitted(
  { store }: Emulation,
  visit: Visit,
  go: (hub: HubRow, access: AccessRow | undefined) => Response | Promise<Response>,
): Response | Promise<Response> {
  // Every path here has a subdomain.
  const subdomain = visit.req.param("subdomain") ?? "";
  const hub = store.table("hubs").findBy("subdomain", subdomain);
  if (!hub) return sent(visit, missingPage(subdomain), 404);
  const access = accessOf(store, hub);
  return access && !isAddressAllowed(access, addressOf(visit)) ? sent(visit, otherNetworkPage(), 403) : go(hub, access);
}

/** On loopback every visitor has the same address, so a test sets another one in the header that proxies use. */
const addressOf = ({ req, env }: Visit): string =>
  req.header("x-forwarded-for")?.split(",")[0]?.trim() ?? env.incoming.socket.remoteAddress ?? "";

function renderHub({ store, clock }: Emulation, hub: HubRow, visitor?: Markup): Page {
  const alerts = store.table("platform_alerts").by("hub", hub.id);
  const lasting = alerts.find(({ end_time }) => end_time === null);
  return hubPage(viewOf(scopeOf(store, hub), lasting, clock.now()), visitor);
}

const listedHubs = ({ store, clock }: Emulation) =>
  store
    .table("hubs")
    .all()
    .map((hub) => {
      const access = accessOf(store, hub);
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

const sent = (visit: Visit, page: Page, status: 200 | 403 | 404 = 200): Response =>
  visit.body(page.text, status, { ...pageHeaders, etag: `"${page.version}"` });
