import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { type OperationName, operations } from "../../api/operations.ts";
import { type ApiKey, lastFour } from "../api-key.ts";
import { controlRoutes } from "../control/routes.ts";
import { withFault } from "../faults/fault-effect.ts";
import { pageRoutes } from "../page/routes.ts";
import type { World } from "../world.ts";
import { readText } from "./body.ts";
import { Refusal } from "./refusal.ts";
import { perform } from "./request.ts";
import type { OpenEntry } from "./request-log.ts";
import type { Environment } from "./visit.ts";

/** Documented: version 3 is served under this path prefix. */
export const basePath = "/api/v3";

// Object.keys is typed as string[]; the keys are the names.
const operationNames = Object.keys(operations) as readonly OperationName[];

/** The routes of the whole emulator: the API under `/api/v3`, the controls under `/_emulator`, the page at `/`. */
export function createApp(world: World): Hono<Environment> {
  const app = new Hono<Environment>();
  app.onError((error, context) => refuse(context, error));
  app.notFound((context) => refuse(context, new Refusal(404, `there is nothing at ${context.req.path}`)));
  app.route("/_emulator", controlRoutes(world));
  app.route("/", pageRoutes(world));
  app.use(`${basePath}/*`, (context, next) => receive(world, context, next));
  for (const name of operationNames) addOperation(world, app, name);
  for (const path of new Set(operationNames.map((name) => operations[name].path))) addOtherMethods(app, path);
  return app;
}

/** What every request of the API goes through: log, key, budget, faults. */
async function receive(
  world: World,
  context: Context<Environment>,
  next: () => Promise<void>,
): Promise<Response | undefined> {
  const { req, env } = context;
  const sentKey = req.header("x-api-key");
  const entry = openEntry(world, context, sentKey);
  world.log.add(entry);
  try {
    const key = identify(world, sentKey);
    world.limits.admit(key.key, req.method === "GET" ? "reads" : "writes");
    const body = req.method === "GET" ? "" : await readText(env.incoming);
    entry.body = loggedBody(body);
    context.set("visit", { entry, key, body });
    const fault = world.faults.take(entry);
    if (fault) {
      await withFault(world, context, { fault, entry, next });
      return undefined;
    }
    await next();
    entry.status = context.res.status;
    return undefined;
  } catch (error) {
    // A client that went away in the middle of its request gets no answer, and that is no failure.
    if (env.incoming.destroyed && !env.incoming.complete) {
      entry.status = 0;
      return RESPONSE_ALREADY_SENT;
    }
    const answer = refuse(context, error);
    entry.status = answer.status;
    return answer;
  }
}

function openEntry(world: World, { req }: Context<Environment>, key: string | undefined): OpenEntry {
  const path = req.path.slice(basePath.length) || "/";
  return {
    time: world.baseClock.now(),
    method: req.method,
    path,
    query: req.query(),
    operation: findOperation(req.method, path),
    key: key === undefined ? undefined : lastFour(key),
    body: undefined,
    ignored: [],
    fault: false,
    status: undefined,
  };
}

function identify(world: World, sent: string | undefined): ApiKey {
  if (sent === undefined) throw new Refusal(401, "the header X-API-KEY is missing");
  const key = world.keys.find(sent);
  if (!key) throw new Refusal(401, "the API key in X-API-KEY is not known");
  return key;
}

function addOperation(world: World, app: Hono<Environment>, name: OperationName): void {
  const { method, path, evidence } = operations[name];
  const refused = evidence === "inferred" ? world.settings.inferredStatus : undefined;
  app.on(method, route(path), (context) => {
    if (refused !== undefined) throw new Refusal(refused, `${method} ${context.req.path} does not exist`);
    const { entry, key, body } = context.get("visit");
    const answer = perform(world, {
      operation: name,
      key,
      body,
      params: context.req.param(),
      query: context.req.query(),
      contentType: context.req.header("content-type"),
      onIgnored: (names) => {
        entry.ignored = [...entry.ignored, ...names];
      },
    });
    // The handlers give what the contract's schemas describe, which is JSON.
    return context.json(answer as object);
  });
}

function addOtherMethods(app: Hono<Environment>, path: string): void {
  const allowed = operationNames
    .filter((name) => operations[name].path === path)
    .map((name) => operations[name].method);
  app.all(route(path), (context) => {
    const what = `${context.req.method} is not offered at this path, which takes ${allowed.join(", ")}`;
    throw new Refusal(405, what, { allow: allowed.join(", ") });
  });
}

/** `/hubs/{subdomain}` as the router writes it: `/api/v3/hubs/:subdomain`. */
const route = (path: string) => basePath + path.replaceAll(/\{(\w+)\}/g, ":$1");

const shapes = operationNames.map((name) => ({
  name,
  method: operations[name].method,
  pattern: new RegExp(`^${operations[name].path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

const findOperation = (method: string, path: string): OperationName | undefined =>
  shapes.find((shape) => shape.method === method && shape.pattern.test(path))?.name;

function loggedBody(text: string | undefined): unknown {
  if (text === undefined || text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** Inferred: every refusal has the shape that is documented for the 429. */
function refuse(context: Context<Environment>, error: unknown): Response {
  if (error instanceof Refusal) return context.json({ error: error.message }, error.status, error.headers);
  process.stderr.write(`The emulator failed on ${context.req.method} ${context.req.path}.\n${String(error)}\n`);
  return context.json({ error: "the emulator failed on this request; this is a mistake in the emulator" }, 500);
}
