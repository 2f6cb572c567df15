import { once } from "node:events";
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { controlRoutes } from "./control/routes.ts";
import type { Emulation } from "./emulation.ts";
import { portTaken } from "./errors.ts";
import type { Environment } from "./http/environment.ts";
import type { RoutedRequest } from "./http/request.ts";
import { HttpError } from "./http-error.ts";
import { type Incoming, type Respond, receive, rejection } from "./receive.ts";
import { basePath, type Route, routes } from "./route.ts";

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

/** Runs before an operation is performed, and may throw why it isn't. Returns fields that its response has instead of its own. */
export type Prepare = (request: RoutedRequest) => Promise<object | undefined>;

/** Creates the API alone, without controls and without the page. */
export function createApi(emulation: Emulation, prepare: Prepare): Hono<Environment> {
  const app = createEmptyApp(emulation);
  addOperations(app, emulation, prepare);
  return app;
}

function createEmptyApp(emulation: Emulation): Hono<Environment> {
  const app = new Hono<Environment>();
  app.onError((error, context) => rejection(emulation, context, error));
  app.notFound((context) => rejection(emulation, context, nothingAt(context)));
  app.use(async (context, next) => {
    checkLoopback(context.req.header("host"), context.req.header("origin"));
    await next();
  });
  return app;
}

const nothingAt = ({ req }: Incoming) => new HttpError(404, `there is nothing at ${req.path}`);

/** Adds the operations of the API; then what rejects other methods at their paths, and other paths. The first that fits is used. */
function addOperations(app: Hono<Environment>, emulation: Emulation, prepare?: Prepare): void {
  for (const route of routes) {
    const respond = operationResponse(emulation, route, prepare);
    app.on(route.operation.method, route.pattern, (context) => receive(emulation, context, respond, route));
  }
  for (const [pattern, sharing] of Map.groupBy(routes, (route) => route.pattern)) {
    const respond = otherMethodResponse(sharing);
    app.all(pattern, (context) => receive(emulation, context, respond));
  }
  app.all(`${basePath}/*`, (context) => receive(emulation, context, otherPathResponse));
}

function operationResponse(emulation: Emulation, route: Route, prepare?: Prepare): Respond {
  return async ({ req, json, body: newResponse }, { key, body }) => {
    const request = { route, key, body, params: req.param(), query: req.queries() };
    const instead = await prepare?.(request);
    const response = emulation.differences.perform(emulation, request);
    if (response === undefined) return newResponse("");
    // A difference may have made it an array or null, which a spread would turn into an object.
    const shown = instead === undefined ? response : { ...(response as object), ...instead };
    // The handlers return values of the contract's schemas, which are JSON.
    return json(shown as object);
  };
}

function otherMethodResponse(sharing: readonly Route[]): Respond {
  const allow = sharing.map(({ operation }) => operation.method).join(", ");
  return ({ req }) => {
    throw new HttpError(405, `${req.method} isn't allowed at this path; allowed: ${allow}`, { allow });
  };
}

const otherPathResponse: Respond = (context) => {
  throw nothingAt(context);
};

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
