import { once } from "node:events";
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import type { ApiKey } from "./api-key.ts";
import { wait } from "./clock.ts";
import { controlRoutes } from "./control/routes.ts";
import type { Emulation } from "./emulation.ts";
import { portTaken } from "./errors.ts";
import { cut, withFault } from "./fault-effect.ts";
import { readBody, type SentBody } from "./http/body.ts";
import type { Environment } from "./http/environment.ts";
import type { RoutedRequest } from "./http/request.ts";
import type { OpenEntry } from "./http/request-log.ts";
import { HttpError } from "./http-error.ts";
import { basePath, type Route, routes } from "./route.ts";
import { DataFileError } from "./state/data-file.ts";

// Longer than clients keep a connection open, so that we don't close one just as a client reuses it.
const keepAliveTimeout = 120_000;

/** Listens on 127.0.0.1 only, because the emulator's API keys aren't secret. */
export async function listen({ fetch }: Hono<Environment>, port: number): Promise<Server> {
  const serverOptions = { keepAliveTimeout };
  // Without options for HTTP/2 or TLS, the server is a node:http server.
  const server = serve({ fetch, hostname: "127.0.0.1", port, overrideGlobalObjects: false, serverOptions }) as Server;
  await once(server, "listening").catch((cause: unknown) => {
    throw new Error(portTaken({ port }), { cause });
  });
  return server;
}

type Incoming = Context<Environment>;

/** A request with a valid API key whose body has been read. */
interface ReceivedRequest {
  readonly key: ApiKey;
  /** Undefined for a GET. */
  readonly body: SentBody | undefined;
}

/** Carries out a request, or throws why it isn't. */
type Respond = (context: Incoming, received: ReceivedRequest) => Response | Promise<Response>;

/** Runs before an operation is performed, which may throw why it isn't. */
export type Prepare = (request: RoutedRequest) => Promise<void>;

/**
 * Creates the routes of the whole emulator: the API below `/api/v3`, the controls below `/_emulator`, the page at `/`.
 */
export function createApp(emulation: Emulation): Hono<Environment> {
  const app = createEmptyApp(emulation);
  app.route("/_emulator", controlRoutes(emulation));
  // Most runs use the API only, and never open the page.
  let site: Promise<Hono<Environment>> | undefined;
  app.on("GET", ["/", "/hubs/:subdomain"], async ({ req, env }) => {
    site ??= import("./site/routes.ts").then(({ pageRoutes }) => pageRoutes(emulation));
    return (await site).fetch(req.raw, env);
  });
  addOperations(app, emulation);
  return app;
}

/** Creates the API alone, without controls and without the page. */
export function createApi(emulation: Emulation, prepare: Prepare): Hono<Environment> {
  const app = createEmptyApp(emulation);
  addOperations(app, emulation, prepare);
  return app;
}

function createEmptyApp(emulation: Emulation): Hono<Environment> {
  const app = new Hono<Environment>();
  app.onError((error, context) => reject(emulation, context, error));
  app.notFound((context) => reject(emulation, context, nothingAt(context)));
  app.use(async (context, next) => {
    checkLoopback(context.req.header("host"), context.req.header("origin"));
    await next();
  });
  return app;
}

function addOperations(app: Hono<Environment>, emulation: Emulation, prepare?: Prepare): void {
  for (const route of routes) {
    const respond = operationResponse(emulation, route, prepare);
    app.on(route.operation.method, route.pattern, (context) => receive(emulation, context, respond, route));
  }
  for (const [pattern, sharing] of Map.groupBy(routes, (route) => route.pattern)) {
    const respond = otherMethodResponse(sharing);
    app.all(pattern, (context) => receive(emulation, context, respond));
  }
  app.all(`${basePath}/*`, (context) =>
    receive(emulation, context, () => {
      throw nothingAt(context);
    }),
  );
}

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Rejects requests that another website makes a browser send. Then `Host` is a name that resolves to this machine (DNS
 * rebinding), or `Origin` is that site, which may be on another port of this machine. Only browsers send `Origin`.
 */
function checkLoopback(host: string | undefined, origin: string | undefined): void {
  if (!loopbackHost.test(host ?? ""))
    throw new HttpError(
      403,
      "the header Host must be localhost, 127.0.0.1 or [::1], because the emulator only serves this machine",
    );
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase())
    throw new HttpError(
      403,
      `the header Origin must be http://${host}, because only the emulator's own page may send requests`,
    );
}

const nothingAt = ({ req }: Incoming) => new HttpError(404, `there is nothing at ${req.path}`);

async function receive(emulation: Emulation, context: Incoming, respond: Respond, route?: Route): Promise<Response> {
  const { req, env } = context;
  const entry = openEntry(emulation, context, route);
  const signal = emulation.inProgress;
  emulation.log.add(entry, req.url.length);
  const response = await responseOf(emulation, context, async () => {
    const key = identify(emulation, req.header("x-api-key"));
    emulation.limits.admit(key.key, req.method === "GET" ? "reads" : "writes");
    const body = req.method === "GET" ? undefined : await readBody(env.incoming);
    if (body) emulation.log.addBody(entry, body.value, body.size);
    if (signal.aborted) return await cut(context);
    const carryOut = () => responseOf(emulation, context, async () => respond(context, { key, body }));
    const fault = emulation.faults.take(entry);
    entry.fault = fault !== undefined;
    return fault ? await withFault(emulation, context, fault, carryOut) : await carryOut();
  });
  entry.status = response === RESPONSE_ALREADY_SENT ? 0 : response.status;
  if (response.status === 429 && emulation.differences.is("early-429", "late"))
    await wait(1_000, emulation.baseClock, signal);
  if (!env.outgoing.headersSent) setDate(emulation, context);
  return response;
}

/** Sets the server's own time, as any server does. It may differ from its clients' clocks. */
function setDate({ clock, differences }: Emulation, { env: { outgoing } }: Incoming): void {
  if (differences.is("server-clock", "no-date")) {
    outgoing.sendDate = false;
    return;
  }
  const ahead = differences.is("server-clock", "fast") ? 3_600_000 : 0;
  outgoing.setHeader("date", new Date(clock.now() + ahead).toUTCString());
}

async function responseOf(emulation: Emulation, context: Incoming, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const { incoming } = context.env;
    // A client that disconnects in the middle of its request gets no response, and that isn't an error.
    return incoming.destroyed && !incoming.complete ? RESPONSE_ALREADY_SENT : reject(emulation, context, error);
  }
}

function openEntry(emulation: Emulation, { req }: Incoming, route: Route | undefined): OpenEntry {
  return {
    time: emulation.baseClock.now(),
    method: req.method,
    path: req.path.slice(basePath.length) || "/",
    query: req.query(),
    operation: route?.name,
    key: req.header("x-api-key")?.slice(-4),
    body: undefined,
    fault: false,
    status: undefined,
  };
}

function identify(emulation: Emulation, sent: string | undefined): ApiKey {
  if (sent === undefined) throw new HttpError(401, "the header X-API-KEY is missing");
  const key = emulation.keys.find(sent);
  if (!key) throw new HttpError(401, "the API key in X-API-KEY is not known");
  return key;
}

function operationResponse(emulation: Emulation, route: Route, prepare?: Prepare): Respond {
  return async ({ req, json, body: newResponse }, { key, body }) => {
    const request = { route, key, body, params: req.param(), query: req.queries() };
    await prepare?.(request);
    const response = emulation.differences.perform(emulation, request);
    // The handlers return values of the contract's schemas, which are JSON.
    return response === undefined ? newResponse("") : json(response as object);
  };
}

function otherMethodResponse(sharing: readonly Route[]): Respond {
  const allow = sharing.map(({ operation }) => operation.method).join(", ");
  return ({ req }) => {
    throw new HttpError(405, `${req.method} isn't allowed at this path; allowed: ${allow}`, { allow });
  };
}

/** Inferred: every rejection has the shape that is documented for the 429. */
function reject({ differences }: Emulation, context: Incoming, error: unknown): Response {
  if (error instanceof HttpError) {
    const { message, status, headers } = error;
    // Documented: the body of a 429.
    const is = (shape: "nested" | "html" | "empty") => status !== 429 && differences.is("error-body", shape);
    if (is("html"))
      return context.html(`<html><body><h1>${status}</h1><p>${message}</p></body></html>`, status, headers);
    if (is("empty")) return context.body(null, status, headers);
    return context.json(is("nested") ? { errors: { base: [message] } } : { error: message }, status, headers);
  }
  // The write was undone, in memory and in the file.
  if (error instanceof DataFileError) return context.json({ error: error.message }, 507);
  process.stderr.write(`The emulator failed on ${context.req.method} ${context.req.path}.\n${String(error)}\n`);
  return context.json({ error: "internal error in the emulator; please report it" }, 500);
}
