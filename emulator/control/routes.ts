import { Hono } from "hono";
import { z } from "zod";
import { anyText, queryChoice } from "../../model/api/field.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import type { Emulation } from "../emulation.ts";
import type { Fault } from "../faults.ts";
import { objectIn, readBody } from "../http/body.ts";
import type { Environment } from "../http/environment.ts";
import { HttpError, invalid } from "../http-error.ts";
import { basePath } from "../route.ts";
import type { AccountStore } from "../tables/index.ts";
import { parsed } from "../validation.ts";
import type { Controls } from "./controls.ts";
import { createControls } from "./create-controls.ts";

/** Documented: the revision label of the interface. */
const revision = "3.0-R1";

/**
 * A request to a control. The names of tables and the fields of bodies have the type `never`, which any parameter takes: the controls check
 * them, because callers in JavaScript may pass anything, too.
 */
interface ControlRequest {
  /** Path parameter; empty if the path has none. */
  readonly subdomain: string;
  /** Path parameter. */
  readonly table: never;
  /** Path parameter; NaN if the path has none. */
  readonly id: number;
  readonly query: Readonly<Record<string, string>>;
  /** Reads the JSON body. */
  body(): Promise<never>;
}

/** Returns the response body; undefined sends `{ "done": true }`. */
type Control = (request: ControlRequest) => unknown;

const clockBody = z.strictObject({ set: anyText.optional(), advance: z.number().optional() });
const softQuery = z.strictObject({ soft: queryChoice(["true", "false"]) });
const rangeQuery = z.strictObject({ from: anyText.optional(), to: anyText.optional() });

/** The controls over HTTP, by method and path below `/_emulator`. */
const controlsByPath = (controls: Controls, store: AccountStore): Readonly<Record<string, Control>> => ({
  "GET /requests": () => ({ data: controls.requests }),
  "DELETE /requests": () => controls.clearRequests(),
  "PUT /other-client": async ({ body }) => controls.setOtherClient(await body()),
  "POST /reset": () => controls.reset(),
  "GET /snapshot": () => controls.snapshot(),
  "PUT /snapshot": async ({ body }) => controls.restore(await body()),
  "GET /faults": () => ({ data: controls.faults.list() }),
  "POST /faults": async ({ body }) => ({ id: controls.faults.add(faultIn(await body())) }),
  "DELETE /faults": () => controls.faults.clear(),
  "DELETE /faults/:id": ({ id }) => controls.faults.remove(id),
  "GET /assumptions": () => controls.assumptions,
  "PUT /assumptions": async ({ body }) => controls.assume(await body()),
  "GET /clock": () => timeOf(controls),
  "PUT /clock": async ({ body }) => {
    const { set, advance = 0 } = parsed(clockBody, await body());
    if (set === undefined) controls.clock.advance(advance);
    else controls.clock.set(instantOf(set) + advance);
    return timeOf(controls);
  },
  "POST /hubs": async ({ body }) => controls.createHub(await body()),
  "GET /hubs/:subdomain/outbox": ({ subdomain }) => ({ data: controls.outbox(subdomain) }),
  "GET /hubs/:subdomain/status": ({ subdomain }) => controls.status(subdomain),
  "GET /hubs/:subdomain/uptime": ({ subdomain, query }) => controls.uptime(subdomain, parsed(rangeQuery, query)),
  "PUT /hubs/:subdomain/platform-alert": async ({ subdomain, body }) =>
    controls.setPlatformAlert(subdomain, await body()),
  "DELETE /hubs/:subdomain/platform-alert": ({ subdomain }) => controls.setPlatformAlert(subdomain, undefined),
  "GET /records/:table": ({ table }) => ({ data: controls.records(table) }),
  "PATCH /records/:table/:id": async ({ table, id, body }) => {
    controls.edit(table, id, await body());
    return store.table(table).find(id);
  },
  "DELETE /records/:table/:id": ({ table, id, query }) =>
    parsed(softQuery, query).soft === "true" ? controls.softDelete(table, id) : controls.remove(table, id),
  "POST /templates/:table/:id/apply": async ({ table, id, body }) => controls.applyTemplate(table, id, await body()),
  "PUT /subscriptions/:id/services": async ({ id, body }) => controls.selfService.selectServices(id, await body()),
  "DELETE /subscriptions/:id": ({ id }) => controls.selfService.unsubscribe(id),
});

/** JSON has no Infinity, so null stands for an unlimited number of times. */
function faultIn({ times, ...fault }: Omit<Fault, "times"> & { readonly times?: number | null }): Fault {
  if (times === undefined) return fault;
  return { ...fault, times: times ?? Number.POSITIVE_INFINITY };
}

const timeOf = ({ clock }: Controls) => ({ time: formatInstant(clock.now()) });

function instantOf(text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw invalid("set", "must be a date-time");
  return instant;
}

/** The controls for tests in other processes. They need no API key and aren't in the request log. */
export function controlRoutes(emulation: Emulation): Hono<Environment> {
  const app = new Hono<Environment>();
  const controls = controlsByPath(createControls(emulation), emulation.store);
  for (const [name, control] of Object.entries(controls)) {
    const [method = "", path = ""] = name.split(" ");
    app.on(method, path, async ({ req, env, json }) => {
      const { subdomain = "", table, id }: Readonly<Record<string, string>> = req.param();
      const body = () => bodyOf(emulation, env) as Promise<never>;
      const request = { subdomain, table: table as never, id: Number(id), query: req.query(), body };
      const result = (await control(request)) as object | undefined;
      return json(result ?? { done: true });
    });
  }
  const all = Object.keys(controls).map((name) => name.replace(" ", " /_emulator"));
  app.get("/", ({ req, json }) =>
    json({ api: new URL(basePath, req.url).href, revision, page: new URL("/", req.url).href, controls: all }),
  );
  return app;
}

/** Reads a body of any size. A change that arrives after a reset must not affect the next test. */
async function bodyOf({ inProgress }: Emulation, { incoming }: Environment["Bindings"]): Promise<object> {
  const body = objectIn(await readBody(incoming, Number.POSITIVE_INFINITY));
  if (inProgress.aborted) throw new HttpError(409, "the emulator was reset while this request was in progress");
  return body;
}
