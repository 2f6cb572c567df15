import { Hono } from "hono";
import { z } from "zod";
import type { Emulation } from "../emulation.ts";
import { createReadings } from "../events/reading.ts";
import type { Environment } from "../http/environment.ts";
import { parsed } from "../http/validation.ts";
import type { NewHub } from "../resources/hub.ts";
import { type Access, type Alert, createHubSettings } from "./hub-setting.ts";
import { createPanel } from "./panel.ts";

const rangeQuery = z.strictObject({ from: z.string().optional(), to: z.string().optional() });

/** What follows from the events of a hub, and what only the control panel sets: under `/_emulator/hubs/{subdomain}`. */
export function hubRoutes(emulation: Emulation, readBody: (bindings: Environment["Bindings"]) => Promise<object>) {
  const routes = new Hono<Environment>();
  const readings = createReadings(emulation);
  const settings = createHubSettings(emulation);
  const panel = createPanel(emulation);
  const done = { done: true };
  routes.post("/", async (context) => {
    const hub = (await readBody(context.env)) as NewHub;
    return context.json(panel.createHub(hub));
  });
  routes.get("/:subdomain/outbox", (context) =>
    context.json({ data: readings.outbox(context.req.param("subdomain")) }),
  );
  routes.get("/:subdomain/status", (context) => context.json(readings.status(context.req.param("subdomain"))));
  routes.get("/:subdomain/uptime", (context) =>
    context.json(readings.uptime(context.req.param("subdomain"), parsed(rangeQuery, context.req.query()))),
  );
  routes.put("/:subdomain/platform-alert", async (context) => {
    // Checked there, here and below.
    const alert = (await readBody(context.env)) as Alert;
    settings.setPlatformAlert(context.req.param("subdomain"), alert);
    return context.json(done);
  });
  routes.delete("/:subdomain/platform-alert", (context) => {
    settings.setPlatformAlert(context.req.param("subdomain"), undefined);
    return context.json(done);
  });
  routes.put("/:subdomain/access", async (context) => {
    settings.setAccess(context.req.param("subdomain"), (await readBody(context.env)) as Access);
    return context.json(done);
  });
  return routes;
}
