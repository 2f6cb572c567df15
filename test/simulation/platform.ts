import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, type Dispatcher } from "undici";

export interface Sent {
  readonly method: string;
  /** Includes the path of the base URL and the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request, and calls back with a response, with a connection error, or never. */
export type Network = (sent: Sent, done: (outcome: HttpResponse | Error) => void) => void;

interface Event {
  readonly at: number;
  run(): void;
}

/**
 * The parts of a machine that a process depends on: time, randomness and the network. The scenario controls all of it, so that it
 * always runs the same way and an hour of waiting takes no time. None of our own code is replaced.
 */
export class Platform {
  now = Date.parse("2037-03-01T12:00:00Z");
  /** How many milliseconds the machine's clock is wrong. */
  skew = 0;
  #printed = "";
  readonly #network: Network;
  readonly #temporary = mkdtempSync(join(tmpdir(), "statushub-simulation-"));
  readonly #undo: (() => void)[] = [];
  #events: Event[] = [];
  #random: number;

  constructor(seed: number, network: Network) {
    this.#random = seed;
    this.#network = network;
  }

  after(milliseconds: number, run: () => void): Event {
    const event = { at: this.now + Math.max(0, milliseconds), run };
    const later = this.#events.findIndex(({ at }) => at > event.at);
    this.#events.splice(later === -1 ? this.#events.length : later, 0, event);
    return event;
  }

  forget(event: unknown): void {
    this.#events = this.#events.filter((other) => other !== event);
  }

  /** Returns a number from 0 up to 1. The same seed gives the same sequence. */
  random(): number {
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    return this.#random / 2 ** 32;
  }

  /** Runs until the work is done. Time only passes while everything waits for it. */
  async run<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (let idleSince: bigint | undefined; ; ) {
      await settled();
      if (isDone) return work;
      const next = this.#events.shift();
      if (next === undefined) {
        // Loading a module for the first time takes real time.
        idleSince ??= process.hrtime.bigint();
        if (process.hrtime.bigint() - idleSince < longestIdleness) continue;
        throw new Error("the operation waits for something that never happens");
      }
      idleSince = undefined;
      this.now = Math.max(this.now, next.at);
      next.run();
    }
  }

  /** Returns what the process has printed since the last call. */
  takePrinted(): string {
    const printed = this.#printed;
    this.#printed = "";
    return printed;
  }

  /**
   * Replaces the machine's clock, timers, network and temporary folder until `close`.
   *
   * @param engine the address of the engine, as Pulumi hands it to a provider process
   */
  open(engine: string): void {
    this.#replace(process.argv, "2", engine);
    this.#replace(process.env, "TMPDIR", this.#temporary);
    this.#replace(Date, "now", () => this.now + this.skew);
    this.#replace(performance, "now", () => this.now);
    this.#replace(Math, "random", () => this.random());
    this.#replace(process.stdout, "write", (text: string) => {
      this.#printed += text;
      return true;
    });
    this.#replace(globalThis, "setTimeout", (run: () => void, milliseconds = 0) => {
      const event = this.after(milliseconds, run);
      return Object.assign(event, { unref: () => event, ref: () => event });
    });
    this.#replace(globalThis, "clearTimeout", (event: unknown) => this.forget(event));
    this.#replace(AbortSignal, "timeout", (milliseconds: number) => {
      const controller = new AbortController();
      const end = () => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
      this.after(milliseconds, end);
      return controller.signal;
    });
    this.#replace(
      Agent.prototype,
      "dispatch",
      (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => this.#dispatch(options, handler),
    );
  }

  clean(): void {
    for (const name of readdirSync(this.#temporary)) rmSync(join(this.#temporary, name), { recursive: true });
  }

  close(): void {
    for (const undo of this.#undo.splice(0)) undo();
    rmSync(this.#temporary, { recursive: true });
  }

  #replace(owner: object, name: string, by: unknown): void {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { value: by, configurable: true, writable: true, enumerable: true });
    this.#undo.push(() => {
      if (descriptor === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, descriptor);
    });
  }

  /** Implements undici's dispatcher: calls a handler with the parts of one response, or with its failure. */
  #dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    let isOver = false;
    const controller = {
      rawHeaders: [],
      rawTrailers: [],
      aborted: false,
      paused: false,
      reason: null,
      pause: () => undefined,
      resume: () => undefined,
      abort: (reason: Error) => fail(reason),
    } as unknown as Dispatcher.DispatchController;
    const fail = (error: Error) => {
      if (isOver) return;
      isOver = true;
      handler.onResponseError?.(controller, error);
    };
    handler.onRequestStart?.(controller, {});
    if (isOver) return true;
    this.#network(sentFrom(options), (outcome) => {
      if (outcome instanceof Error) return fail(outcome);
      if (isOver) return;
      isOver = true;
      handler.onResponseStart?.(controller, outcome.status, { ...outcome.headers }, "");
      if (outcome.text !== "") handler.onResponseData?.(controller, Buffer.from(outcome.text));
      handler.onResponseEnd?.(controller, {});
    });
    return true;
  }
}

function sentFrom({ method, path, query, headers, body }: Dispatcher.DispatchOptions): Sent {
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return {
    method,
    path: search === "" ? path : `${path}?${search}`,
    headers: headers as Record<string, string>,
    body: typeof body === "string" ? body : undefined,
  };
}

/** Ten seconds, in nanoseconds. */
const longestIdleness = 10_000_000_000n;

const { setImmediate: immediately } = globalThis;

/** Waits until no promise can make progress by itself. */
const settled = () => new Promise<void>((resolve) => immediately(resolve));
