import { AsyncLocalStorage } from "node:async_hooks";
import type { Step } from "../engine-model/state.ts";
import type { HttpResponse, Platform, Sent } from "./platform.ts";
import type { Server } from "./server.ts";

export interface Fault {
  readonly on: "GET" | "POST" | "PUT" | "DELETE" | "any";
  /** How many requests of that method succeed first. */
  readonly after: number;
  readonly times: number;
  /**
   * The failure that the client sees: a broken connection, no response, a status, a proxy's page, half a response, a list without
   * its last record, or a gateway's 404 for a collection while the hub answers.
   */
  readonly as: "reset" | "hang" | "html" | "half" | "short list" | "no route" | 403 | 408 | 422 | 429 | 500 | 503 | 504;
  /** Whether the request takes effect, and when; `first`: of several, only the first one does. With a 403, 422, 429 or without a route, it never does. */
  readonly effect: "none" | "done" | "first" | "late" | "a minute later";
}

/** Kills everything at a request, before or after it is sent; or only the engine, whose providers finish their operations. */
export interface Kill {
  readonly after: number;
  readonly isSent: boolean;
  readonly isOnlyEngine?: boolean;
}

interface Traffic {
  readonly prefix: string;
  readonly fault: Fault | undefined;
  readonly kill: Kill | undefined;
  readonly onKill: () => void;
}

export interface Counts {
  requests: number;
  writes: number;
  limited: number;
  /** Requests that failed because of the fault. */
  faults: number;
}

/** The network between the provider processes and the server, with its faults. */
export class Network {
  readonly steps = new AsyncLocalStorage<Step>();
  /** The request that the server is handling. */
  readonly handled = new AsyncLocalStorage<Sent>();
  counts: Counts = { requests: 0, writes: 0, limited: 0, faults: 0 };
  #traffic: Traffic | undefined;
  #matched = 0;
  readonly #server: () => Server;
  readonly #platform: () => Platform;

  constructor(server: () => Server, platform: () => Platform) {
    this.#server = server;
    this.#platform = platform;
  }

  open(traffic: Traffic): void {
    this.#traffic = traffic;
    this.#matched = 0;
    this.counts = { requests: 0, writes: 0, limited: 0, faults: 0 };
  }

  close(): void {
    this.#traffic = undefined;
  }

  /** Sends a request of a process. Requests of a killed process are lost. */
  readonly send = (sent: Sent, done: (outcome: HttpResponse | Error) => void): void => {
    const traffic = this.#traffic;
    if (traffic === undefined || !sent.path.startsWith(`${traffic.prefix}/`)) return;
    const step = this.steps.getStore();
    const { kill } = traffic;
    this.counts.requests += 1;
    if (sent.method !== "GET") this.counts.writes += 1;
    const isOut = kill !== undefined && this.counts.requests > kill.after;
    const isKilled = isOut && kill.isOnlyEngine !== true;
    if (isKilled) this.#traffic = undefined;
    if (isOut) traffic.onKill();
    if (isKilled && !kill.isSent) return;
    const request = { ...sent, path: sent.path.slice(traffic.prefix.length) };
    const arrive = () => this.#arrive(step, request);
    const respond = (outcome: HttpResponse | Error) => this.#platform().after(this.#latency(), () => done(outcome));
    const fault = isKilled ? undefined : this.#faultOf(traffic, sent);
    if (fault !== undefined) this.#fail(fault, { arrive, respond });
    else this.#platform().after(this.#latency(), () => void arrive().then((response) => isKilled || respond(response)));
  };

  #faultOf({ fault }: Traffic, { method, path }: Sent): Fault | undefined {
    if (fault === undefined || (fault.on !== "any" && fault.on !== method)) return undefined;
    if (fault.as === "short list" && !path.includes("per_page")) return undefined;
    if (fault.as === "no route" && !/\/hubs\/[^/?]+\//.test(path)) return undefined;
    this.#matched += 1;
    const isAffected = this.#matched > fault.after && this.#matched <= fault.after + fault.times;
    if (isAffected) this.counts.faults += 1;
    const isFirst = this.#matched === fault.after + 1;
    return isAffected
      ? { ...fault, ...(fault.effect === "first" && { effect: isFirst ? "done" : "none" }) }
      : undefined;
  }

  #fail(
    { as, effect }: Fault,
    { arrive, respond }: { arrive: () => Promise<HttpResponse>; respond: (outcome: HttpResponse | Error) => void },
  ): void {
    const isRejected = as === 403 || as === 422 || as === 429 || as === "no route";
    if (as === "short list") {
      this.#platform().after(this.#latency(), () => void arrive().then((response) => respond(shortened(response))));
      return;
    }
    // Some seconds after the response, or after the client's timeout.
    const delay = (as === "hang" ? 60_000 : 1_000) + this.#platform().random() * 7_000;
    if (effect === "late" && !isRejected) this.#platform().after(delay, () => void arrive());
    if (effect === "a minute later") this.#platform().after(60_000, () => void arrive());
    const now = effect === "done" && !isRejected ? arrive() : Promise.resolve(undefined);
    void now.then((response) => {
      if (as === "hang") return;
      if (as === "reset") respond(Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }));
      else if (as === "html") respond(responseOf(200, "<html><h1>Welcome</h1></html>"));
      else if (as === "no route") respond(responseOf(404, '{"message": "no Route matched with those values"}'));
      else if (as === "half") respond(responseOf(200, (response?.text ?? '{"id": 1').slice(0, 8)));
      else respond(responseOf(as, JSON.stringify({ error: `a fault: ${as}` })));
    });
  }

  async #arrive(step: Step | undefined, sent: Sent): Promise<HttpResponse> {
    const receive = () => this.handled.run(sent, () => this.#server().respond(sent));
    const response = await (step === undefined ? receive() : this.steps.run(step, receive));
    if (response.status === 429) this.counts.limited += 1;
    if (response.status >= 500) this.counts.faults += 1;
    return response;
  }

  readonly #latency = () => 20 + Math.floor(this.#platform().random() * 60);
}

const responseOf = (status: number, text: string): HttpResponse => ({
  status,
  headers: {
    "content-type": text.startsWith("<") ? "text/html" : "application/json",
    ...(status === 429 && { "retry-after": "2" }),
  },
  text,
});

function shortened(response: HttpResponse): HttpResponse {
  if (response.status !== 200) return response;
  const page = JSON.parse(response.text) as { data: unknown[] } | unknown[];
  const fewer = Array.isArray(page) ? page.slice(0, -1) : { ...page, data: page.data.slice(0, -1) };
  return { ...response, text: JSON.stringify(fewer) };
}
