import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { StatusHubError } from "../client/errors.ts";
import { timeLimits } from "../client/limits.ts";
import { canceled } from "../errors/requests.ts";

/*
 * The end of a provider's process. When the engine has ended, or the process gets a signal, nobody keeps what we create from
 * then on: so everything that waits is canceled, what has been sent is finished, and only then the process ends.
 */

/** The calls of the engine without a response yet. */
export class Calls {
  readonly #underWay = new Set<Promise<unknown>>();

  run<Response>(call: () => Promise<Response>): Promise<Response> {
    const running = call();
    this.#underWay.add(running);
    return running.finally(() => this.#underWay.delete(running));
  }

  /** Resolves when the calls under way have their responses. Once they are canceled, that takes one request at most, so two are waited for. */
  async answered(): Promise<void> {
    if (this.#underWay.size === 0) return;
    const limit = pause(2 * timeLimits.complete, undefined, { ref: false });
    await Promise.race([limit, this.#settled()]);
    // A response that is written now still reaches the engine.
    await pause(100);
  }

  async #settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }
}

export interface Ending {
  readonly calls: Calls;
  /** Cancels what waits. A write that has been sent is completed. */
  cancel(reason: StatusHubError): void;
  /** Says and removes what is left to say and remove. */
  end(): unknown;
}

/**
 * Waits for the first of these, and ends in order then:
 *
 *     a signal               then it has its default effect, which ends the process. A second one of the same kind has that immediately
 *     the end of the engine  without ending us, such as after `kill -9`. Then the promise resolves, and the caller ends the process
 *
 * @param engine the address of the engine. Without a port, only signals end us, and the promise never resolves
 */
export async function endInOrder(ending: Ending, engine: string | undefined): Promise<void> {
  let ended: Promise<void> | undefined;
  const endOnce = () => {
    ended ??= finish(ending);
    return ended;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // Listens once, so a second one isn't caught here, nor the one that we send ourselves.
    process.once(signal, () => void endOnce().finally(() => process.kill(process.pid, signal)));
  }
  const isAddress = engine !== undefined && /:\d+$/.test(engine);
  if (!isAddress) return new Promise(() => undefined);
  await engineEnded(engine);
  await endOnce();
}

async function finish({ calls, cancel, end }: Ending): Promise<void> {
  cancel(new StatusHubError(canceled.ended()));
  await calls.answered();
  await end();
}

/** A connection that ends sooner, in milliseconds, has met a server that has no use for it. */
const shortest = 1000;

/** Resolves when nobody listens at the engine's address any more. */
async function engineEnded(address: string): Promise<void> {
  const { hostname: host, port } = new URL(`tcp://${address}`);
  for (;;) {
    const opened = performance.now();
    const end = await endOfConnection({ host, port: Number(port) });
    if (end === "refused") return;
    // The engine closes a connection now and then, because we say nothing. Then we open another one.
    const wasShort = performance.now() - opened < shortest;
    if (wasShort) await pause(shortest, undefined, { ref: false });
  }
}

/** Opens a connection and waits for its end, which comes with the engine's. Drops everything that arrives. */
function endOfConnection(to: { readonly host: string; readonly port: number }): Promise<"refused" | "closed"> {
  return new Promise((resolve) => {
    const socket = connect(to).unref();
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "ECONNREFUSED" ? "refused" : "closed"));
    socket.on("close", () => resolve("closed"));
    socket.resume();
  });
}
