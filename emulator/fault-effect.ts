import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { steadyClock, wait } from "./clock.ts";
import type { Emulation } from "./emulation.ts";
import type { Fault } from "./faults.ts";
import type { Environment } from "./http/environment.ts";

/**
 * Responds to a request that a fault affects, after its delay:
 *
 * | the fault has            | the request takes effect        | response                                   |
 * | ------------------------ | ------------------------------- | ------------------------------------------ |
 * | `hang`                   | only with `when: "after"`       | none, until the client disconnects         |
 * | `drop: "before"`         | no                              | none                                       |
 * | `drop: "after"`          | yes                             | none                                       |
 * | `drop: "during"`         | yes                             | half of the real one                       |
 * | `status`                 | only with `when: "after"`       | that status                                |
 * | none of these            | yes, before or after the delay  | the real one, with the headers of the fault |
 *
 * @param carryOut lets the request take effect, and returns the real response
 */
export async function withFault(
  emulation: Emulation,
  context: Context<Environment>,
  fault: Fault,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  const signal = emulation.inProgress;
  const { hang, drop, status, headers = {} } = fault;
  const takesEffectFirst = (drop ?? fault.when ?? "before") !== "before";
  const earlyResponse = takesEffectFirst ? await carryOut() : undefined;
  await pause(emulation, fault, ended(signal, context));
  // A fault from an earlier test must not affect a later one.
  if (signal.aborted || hang) return await cutConnection(context);
  if (drop !== undefined) return await cutConnection(context, drop === "during" ? earlyResponse : undefined);
  if (status !== undefined) return faultyResponse(fault, status);
  const response = earlyResponse ?? (await carryOut());
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Waits for a fault's delay by the emulator's clock. An infinite delay ends with the signal on any clock. */
const pause = ({ baseClock, faults }: Emulation, fault: Fault, signal: AbortSignal): Promise<void> =>
  fault.hang ? wait(Number.POSITIVE_INFINITY, steadyClock, signal) : wait(faults.delayOf(fault), baseClock, signal);

/** Aborts when the client disconnects or the emulator is reset or closed. */
function ended(signal: AbortSignal, { env }: Context<Environment>): AbortSignal {
  const disconnected = new AbortController();
  env.outgoing.once("close", () => disconnected.abort());
  return AbortSignal.any([disconnected.signal, signal]);
}

// Responses with these statuses must not have a body.
const statusesWithoutBody = [204, 205, 304];

function faultyResponse({ body, headers }: Fault, status: number): Response {
  const content = body ?? { error: `a fault of the emulator: ${status}` };
  const isText = typeof content === "string";
  const type = isText ? "text/html; charset=utf-8" : "application/json";
  const text = isText ? content : JSON.stringify(content);
  return new Response(statusesWithoutBody.includes(status) ? null : text, {
    status,
    headers: { "content-type": type, ...headers },
  });
}

/** Cuts the connection, after the first half of a response if there is one. */
export async function cutConnection({ env }: Context<Environment>, response?: Response): Promise<Response> {
  const { outgoing, incoming } = env;
  if (response) {
    const bytes = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, { "content-type": "application/json", "content-length": bytes.length });
    await new Promise((resolve) => outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), resolve));
  }
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
