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

  /** Resolves when the calls under way have their responses. Once they are canceled, that takes one request at most. */
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
 * Ends the process in order after a signal, which then has its default effect. The same signal again has it at once.
 *
 * @param engine the address of the engine. @default only signals end us
 * @returns a promise that resolves when we have ended because the engine has, without ending us, such as after `kill -9`
 */
export async function endInOrder({ calls, cancel, end }: Ending, engine: string | undefined): Promise<void> {
  let ended: Promise<void> | undefined;
  const finish = async () => {
    cancel(new StatusHubError(canceled.ended()));
    await calls.answered();
    await end();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      ended ??= finish();
      void ended.finally(() => process.kill(process.pid, signal));
    });
  }
  if (engine === undefined || !/:\d+$/.test(engine)) return new Promise(() => undefined);
  await engineEnded(engine);
  ended ??= finish();
  await ended;
}

/** A connection that ends sooner, in milliseconds, has met a server that has no use for it. */
const shortest = 1000;

/**
 * Resolves when nobody listens at the engine's address any more. Reads nothing from the connection, which only breaks with the
 * engine, and which the engine closes now and then because we say nothing.
 */
async function engineEnded(address: string): Promise<void> {
  const { hostname: host, port } = new URL(`tcp://${address}`);
  for (;;) {
    const opened = performance.now();
    const code = await new Promise<string | undefined>((resolve) => {
      const socket = connect({ host, port: Number(port) }).unref();
      socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
      socket.on("close", () => resolve(undefined));
      socket.resume();
    });
    if (code === "ECONNREFUSED") return;
    if (performance.now() - opened < shortest) await pause(shortest, undefined, { ref: false });
  }
}
