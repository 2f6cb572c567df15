import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { ApiKey } from "./api-key.ts";
import { wait } from "./clock.ts";
import type { Emulation } from "./emulation.ts";
import { cutConnection, withFault } from "./fault-effect.ts";
import { readBody, type SentBody } from "./http/body.ts";
import type { Environment } from "./http/environment.ts";
import type { OpenEntry } from "./http/request-log.ts";
import { HttpError } from "./http-error.ts";
import { basePath, type Route } from "./route.ts";
import { DataFileError } from "./state/data-file.ts";

/*
 * What happens to every request to the API, whatever it asks for: it is logged, identified, limited and read, meets a fault if
 * there is one for it, and gets a response in any case.
 */

export type Incoming = Context<Environment>;

/** A request with a valid API key whose body has been read. */
interface ReceivedRequest {
  readonly key: ApiKey;
  /** Undefined for a GET. */
  readonly body: SentBody | undefined;
}

/** Carries out a request, or throws why it isn't. */
export type Respond = (context: Incoming, received: ReceivedRequest) => Response | Promise<Response>;

/** @param route undefined if no operation has the path and method of the request */
export async function receive(
  emulation: Emulation,
  context: Incoming,
  respond: Respond,
  route?: Route,
): Promise<Response> {
  const signal = emulation.inProgress;
  const entry = openEntry(emulation, context, route);
  emulation.log.add(entry, context.req.url.length);
  const response = await orRejection(emulation, context, async () => {
    const received = await admit(emulation, context, entry);
    const wasReset = signal.aborted;
    if (wasReset) return await cutConnection(context);
    // A fault also affects a request that is rejected here.
    const carryOut = () => orRejection(emulation, context, async () => respond(context, received));
    return await carryOutWithFaults(emulation, context, entry, carryOut);
  });
  entry.status = response === RESPONSE_ALREADY_SENT ? 0 : response.status;
  const isLate = response.status === 429 && emulation.differences.is("early-429", "late");
  if (isLate) await wait(1_000, emulation.baseClock, signal);
  if (!context.env.outgoing.headersSent) setDate(emulation, context);
  return response;
}

async function carryOutWithFaults(
  emulation: Emulation,
  context: Incoming,
  entry: OpenEntry,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  const fault = emulation.faults.take(entry);
  if (fault === undefined) return await carryOut();
  entry.fault = true;
  return await withFault(emulation, context, fault, carryOut);
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

/** Checks the key and the rate limit, and then reads the body into the log, even if the body is invalid. */
async function admit(emulation: Emulation, { req, env }: Incoming, entry: OpenEntry): Promise<ReceivedRequest> {
  const isRead = req.method === "GET";
  const key = identify(emulation, req.header("x-api-key"));
  emulation.limits.admit(key.key, isRead ? "reads" : "writes");
  if (isRead) return { key, body: undefined };
  const body = await readBody(env.incoming);
  emulation.log.addBody(entry, body.value, body.size);
  return { key, body };
}

function identify(emulation: Emulation, sent: string | undefined): ApiKey {
  if (sent === undefined) throw new HttpError(401, "the header X-API-KEY is missing");
  const key = emulation.keys.find(sent);
  if (!key) throw new HttpError(401, "the API key in X-API-KEY is not known");
  return key;
}

/** Returns the response of some work; if that throws, the response that says so. */
async function orRejection(emulation: Emulation, context: Incoming, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const { incoming } = context.env;
    // A client that disconnects in the middle of its request gets no response, and that isn't an error.
    const isDisconnected = incoming.destroyed && !incoming.complete;
    return isDisconnected ? RESPONSE_ALREADY_SENT : rejection(emulation, context, error);
  }
}

/** Returns the response to a request that isn't carried out. */
export function rejection({ differences }: Emulation, context: Incoming, error: unknown): Response {
  if (error instanceof HttpError) {
    // Documented: the body of a 429.
    const shape = error.status === 429 ? undefined : differences.assumed["error-body"];
    return rejectionBody(context, error, shape);
  }
  // The write was undone, in memory and in the file.
  if (error instanceof DataFileError) return context.json({ error: error.message }, 507);
  process.stderr.write(`The emulator failed on ${context.req.method} ${context.req.path}.\n${String(error)}\n`);
  return context.json({ error: "internal error in the emulator; please report it" }, 500);
}

/** Inferred: every rejection has the shape that is documented for the 429. */
function rejectionBody(
  context: Incoming,
  { message, status, headers }: HttpError,
  differentShape: "nested" | "html" | "empty" | undefined,
): Response {
  switch (differentShape) {
    case "html":
      return context.html(`<html><body><h1>${status}</h1><p>${message}</p></body></html>`, status, headers);
    case "empty":
      return context.body(null, status, headers);
    case "nested":
      return context.json({ errors: { base: [message] } }, status, headers);
    default:
      return context.json({ error: message }, status, headers);
  }
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
