import { Hono } from "hono";
import { z } from "zod";
import { formatInstant, parseInstant } from "../../api/instant.ts";
import type { Fault } from "../faults/fault.ts";
import type { Rewrite } from "../faults/rewrite.ts";
import { objectIn, readBody } from "../http/body.ts";
import type { Environment } from "../http/environment.ts";
import { openApiDocument } from "../http/openapi.ts";
import { invalid, Refusal } from "../http/refusal.ts";
import { parsed } from "../http/validation.ts";
import { basePath } from "../route.ts";
import type { Snapshot } from "../state/store.ts";
import type { World } from "../world.ts";
import { hubRoutes } from "./hub-routes.ts";
import { peopleRoutes, recordRoutes } from "./record-routes.ts";

const clockBody = z.strictObject({ set: z.string().optional(), advance: z.number().optional() });

const done = { done: true };

type ReadControl = (bindings: Environment["Bindings"]) => Promise<object>;

/** Reads the JSON body of a control request. */
const createReader =
  (world: World): ReadControl =>
  async ({ incoming }) => {
    const { signal } = world.inProgress;
    const body = objectIn(await readBody(incoming, Number.POSITIVE_INFINITY));
    if (signal.aborted) throw new Refusal(409, "the emulator was reset while this request was on its way");
    return body;
  };

/** The controls for tests in other processes. They take no API key and are not in the request log. */
export function controlRoutes(world: World): Hono<Environment> {
  const routes = new Hono<Environment>();
  const controlBody = createReader(world);
  routes.get("/requests", (context) => context.json({ data: world.log.entries }));
  routes.delete("/requests", (context) => {
    world.log.clear();
    return context.json(done);
  });
  routes.put("/other-client", async (context) => {
    world.limits.setOtherClient(await controlBody(context.env));
    return context.json(done);
  });
  routes.post("/reset", (context) => {
    world.reset();
    return context.json(done);
  });
  routes.get("/snapshot", (context) => context.json(world.store.snapshot()));
  routes.put("/snapshot", async (context) => {
    // Checked there, row by row.
    world.restore((await controlBody(context.env)) as unknown as Snapshot);
    return context.json(done);
  });
  routes.get("/openapi.json", (context) => context.json(openApiDocument(new URL(basePath, context.req.url).href)));
  routes.route("/faults", faultRoutes(world, controlBody));
  routes.route("/rewrites", rewriteRoutes(world, controlBody));
  routes.route("/clock", clockRoutes(world, controlBody));
  routes.route("/hubs", hubRoutes(world, controlBody));
  routes.route("/records", recordRoutes(world, controlBody));
  routes.route("/", peopleRoutes(world, controlBody));
  const all = routes.routes.map(({ method, path }) => `${method} /_emulator${path.replace(/\/$/, "")}`);
  routes.get("/", ({ req, json }) =>
    json({ api: new URL(basePath, req.url).href, page: new URL("/", req.url).href, controls: all }),
  );
  return routes;
}

function faultRoutes(world: World, controlBody: ReadControl): Hono<Environment> {
  const routes = new Hono<Environment>();
  routes.get("/", (context) => context.json({ data: world.faults.list() }));
  routes.post("/", async (context) => {
    // Checked as it is added.
    const fault: Fault & { times?: unknown } = await controlBody(context.env);
    // JSON has no Infinity, so null means without end.
    const id = world.faults.add(fault.times === null ? { ...fault, times: Number.POSITIVE_INFINITY } : fault);
    return context.json({ id });
  });
  routes.delete("/", (context) => {
    world.faults.clear();
    return context.json(done);
  });
  routes.delete("/:id", (context) => {
    world.faults.remove(Number(context.req.param("id")));
    return context.json(done);
  });
  return routes;
}

function rewriteRoutes(world: World, controlBody: ReadControl): Hono<Environment> {
  const routes = new Hono<Environment>();
  routes.get("/", (context) => context.json({ data: world.rewrites.list() }));
  routes.post("/", async (context) => {
    // Checked as it is added.
    world.rewrites.add((await controlBody(context.env)) as Rewrite);
    return context.json(done);
  });
  routes.delete("/", (context) => {
    world.rewrites.clear();
    return context.json(done);
  });
  return routes;
}

function clockRoutes(world: World, controlBody: ReadControl): Hono<Environment> {
  const routes = new Hono<Environment>();
  const time = () => ({ time: formatInstant(world.clock.now()) });
  routes.get("/", (context) => context.json(time()));
  routes.put("/", async (context) => {
    const { set, advance } = parsed(clockBody, await controlBody(context.env));
    const instant = set === undefined ? undefined : parseInstant(set);
    if (set !== undefined && instant === undefined) throw invalid("set", "must be a date-time");
    if (instant !== undefined) world.clock.set(instant + (advance ?? 0));
    else if (advance !== undefined) world.clock.advance(advance);
    return context.json(time());
  });
  return routes;
}
