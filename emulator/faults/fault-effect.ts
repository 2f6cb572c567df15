import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { wait } from "../clock.ts";
import type { OpenEntry } from "../http/request-log.ts";
import type { Environment } from "../http/visit.ts";
import type { World } from "../world.ts";
import type { Fault } from "./fault.ts";

interface Met {
  readonly fault: Fault;
  readonly entry: OpenEntry;
  readonly next: () => Promise<void>;
}

/** Answers a request that has met a fault. */
export async function withFault(
  world: World,
  context: Context<Environment>,
  { fault, entry, next }: Met,
): Promise<void> {
  entry.fault = true;
  const early = (fault.drop ?? fault.when ?? "before") === "before";
  // Without a status or a cut, the real answer follows, so the request takes effect in any case.
  const instead = fault.status !== undefined || fault.drop === "before" || fault.hang === true;
  if (!early) await next();
  await wait(fault.hang ? Number.POSITIVE_INFINITY : delayOf(fault, world.chance), closing(world, context));
  if (early && !instead) await next();
  if (fault.drop !== undefined || fault.hang) return replaceAnswer(context, await cut(context, { fault, entry }));
  if (fault.status !== undefined) return replaceAnswer(context, answerWith({ fault, entry, status: fault.status }));
  for (const [name, value] of Object.entries(fault.headers ?? {})) context.res.headers.set(name, value);
  entry.status = context.res.status;
}

function replaceAnswer(context: Context<Environment>, answer: Response): void {
  // Else the headers of the answer before are carried over.
  context.res = undefined;
  context.res = answer;
}

function answerWith({ fault, entry, status }: { fault: Fault; entry: OpenEntry; status: number }): Response {
  entry.status = status;
  const { body = { error: `the emulator was told to answer with ${status}` } } = fault;
  const isText = typeof body === "string";
  const type = isText ? "text/html; charset=utf-8" : "application/json";
  // Any status may be asked for. One that takes no body is answered without.
  const content = status === 204 || status === 304 ? null : isText ? body : JSON.stringify(body);
  return new Response(content, { status, headers: { "content-type": type, ...fault.headers } });
}

async function cut(
  context: Context<Environment>,
  { fault, entry }: { fault: Fault; entry: OpenEntry },
): Promise<Response> {
  entry.status = 0;
  const { outgoing, incoming } = context.env;
  if (fault.drop === "during") {
    const answer = Buffer.from(await context.res.arrayBuffer());
    outgoing.writeHead(context.res.status, { "content-type": "application/json", "content-length": answer.length });
    await new Promise((resolve) => outgoing.write(answer.subarray(0, Math.floor(answer.length / 2)), resolve));
  }
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

function delayOf({ delay = 0 }: Fault, chance: () => number): number {
  if (typeof delay === "number") return delay;
  const [least, most] = delay;
  return least + (most - least) * chance();
}

/** Aborted when the client goes away or the emulator closes, whichever is first. */
function closing(world: World, context: Context<Environment>): AbortSignal {
  const gone = new AbortController();
  context.env.outgoing.once("close", () => gone.abort());
  return AbortSignal.any([gone.signal, world.closing]);
}
