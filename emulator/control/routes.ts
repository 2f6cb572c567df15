import { Hono } from "hono";
import { z } from "zod";
import { formatInstant, parseInstant } from "../../api/instant.ts";
import type { Emulation } from "../emulation.ts";
import type { Fault } from "../faults/fault.ts";
import type { Rewrite } from "../faults/rewrite.ts";
import { objectIn, readBody } from "../http/body.ts";
import type { Environment } from "../http/environment.ts";
import { openApiDocument } from "../http/openapi.ts";
import { invalid, Refusal } from "../http/refusal.ts";
import { parsed } from "../http/validation.ts";
import { basePath } from "../route.ts";
import type { Snapshot } from "../state/store.ts";
import { hubRoutes } from "./hub-routes.ts";
import { peopleRoutes, recordRoutes } from "./record-routes.ts";

const clockBody = z.strictObject({ set: z.string().optional(), advance: z.number().optional() });

const done = { done: true };

type ReadControl = (bindings: Environment["Bindings"]) => Promise<object>;

/** Reads the JSON body of a control request. */
const createReader =
  (emulation: Emulation): ReadControl =>
  async ({ incoming }) => {
    const { signal } = emulation.inProgress;
    const body = objectIn(await readBody(incoming, Number.POSITIVE_INFINITY));
    if (signal.aborted) throw new Refusal(409, "the emulator was reset while this request was on its way");
    return body;
  };

/** The controls for tests in other processes. They take no API key and are not in the request log. */
export function controlRoutes(emulation: Emulation): Hono<Environment> {
  const routes = new Hono<Environment>();
  const controlBody = createReader(emulation);
  routes.get("/requests", (context) => context.json({ data: emulation.log.entries }));
  routes.delete("/requests", (context) => {
    emulation.log.clear();
    return context.json(done);
  });
  routes.put("/other-client", async (context) => {
    emulation.limits.setOtherClient(await controlBody(context.env));
    return context.json(done);
  });
  routes.post("/reset", (context) => {
    emulation.reset();
    return context.json(done);
  });
  routes.get("/snapshot", (context) => context.json(emulation.store.snapshot()));
  routes.put("/snapshot", async (context) => {
    // Checked there, row by row.
    emulation.restore((await controlBody(context.env)) as unknown as Snapshot);
    return context.json(done);
  });
  routes.get("/openapi.json", (context) => context.json(openApiDocument(new URL(basePath, context.req.url).href)));
  routes.route("/faults", faultRoutes(emulation, controlBody));
  routes.route("/rewrites", rewriteRoutes(emulation, controlBody));
  routes.route("/clock", clockRoutes(emulation, controlBody));
  routes.route("/hubs", hubRoutes(emulation, controlBody));
  routes.route("/records", recordRoutes(emulation, controlBody));
  routes.route("/", peopleRoutes(emulation, controlBody));
  const all = routes.routes.map(({ method, path }) => `${method} /_emulator${path.replace(/\/$/, "")}`);
  routes.get("/", ({ req, json }) =>
    json({ api: new URL(basePath, req.url).href, page: new URL("/", req.url).href, controls: all }),
  );
  return routes;
}

function faultRoutes(emulation: Emulation, controlBody: ReadControl): Hono<Environment> {
  const routes = new Hono<Environment>();
  routes.get("/", (context) => context.json({ data: emulation.faults.list() }));
  routes.post("/", async (context) => {
    // Checked as it is added.
    const fault: Fault & { times?: unknown } = await controlBody(context.env);
    // JSON has no Infinity, so null means without end.
    const id = emulation.faults.add(fault.times === null ? { ...fault, times: Number.POSITIVE_INFINITY } : fault);
    return context.json({ id });
  });
  routes.delete("/", (context) => {
    emulation.faults.clear();
    return context.json(done);
  });
  routes.delete("/:id", (context) => {
    emulation.faults.remove(Number(context.req.param("id")));
    return context.json(done);
  });
  return routes;
}

function rewriteRoutes(emulation: Emulation, controlBody: ReadControl): Hono<Environment> {
  const routes = new Hono<Environment>();
  routes.get("/", (context) => context.json({ data: emulation.rewrites.list() }));
  routes.post("/", async (context) => {
    // Checked as it is added.
    emulation.rewrites.add((await controlBody(context.env)) as Rewrite);
    return context.json(done);
  });
  routes.delete("/", (context) => {
    emulation.rewrites.clear();
    return context.json(done);
  });
  return routes;
}

function clockRoutes(emulation: Emulation, controlBody: ReadControl): Hono<Environment> {
  const routes = new Hono<Environment>();
  const time = () => ({ time: formatInstant(emulation.clock.now()) });
  routes.get("/", (context) => context.json(time()));
  routes.put("/", async (context) => {
    const { set, advance } = parsed(clockBody, await controlBody(context.env));
    const instant = set === undefined ? undefined : parseInstant(set);
    if (set !== undefined && instant === undefined) throw invalid("set", "must be a date-time");
    if (instant !== undefined) emulation.clock.set(instant + (advance ?? 0));
    else if (advance !== undefined) emulation.clock.advance(advance);
    return context.json(time());
  });
  return routes;
}
