import { Readable } from "node:stream";
import { type Clock, steadyClock } from "../../emulator/clock.ts";
import type { Controls } from "../../emulator/control/controls.ts";
import { createControls } from "../../emulator/control/create-controls.ts";
import { createEmulation, type Emulation } from "../../emulator/emulation.ts";
import { applyUnlogged } from "../../emulator/http/request.ts";
import { HttpError } from "../../emulator/http-error.ts";
import type { Preset } from "../../emulator/preset/schema.ts";
import { createApp } from "../../emulator/server.ts";
import { type TableName, tableNames } from "../../emulator/tables/index.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import type { Values } from "../engine-model/grpc.ts";
import type { HttpResponse, Sent } from "./platform.ts";

/** A record in the emulator. Rows are replaced, never changed in place. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** Whether a maintenance is no date of a series. */
export const isAlone = ({ series_id }: Row): boolean => series_id === null;

/** Whether it is a maintenance that is over. A draft never is. */
export const hasEnded = ({ series_id, end_time, state }: Row, now: number): boolean =>
  series_id !== undefined && state !== "draft" && Date.parse(String(end_time)) <= now;

export type Rows = ReadonlyMap<string, Row>;

/** Three hubs with two groups and two services each. */
const preset: Preset = {
  hubs: ["acme", "globex", "initech"].map((subdomain, index) => ({
    subdomain,
    name: subdomain,
    groups: ["one", "two"],
    services: ["Login", "Checkout"].map((name) => ({ name, group_id: 2 * index + 1 })),
  })),
  keys: ["shop", "team"].map((stack) => ({ key: keyOf(stack), role: "admin", owner: `${stack}@example.com` })),
};

/** Each stack has its own key, and so its own rate limit. */
export function keyOf(stack: string): string {
  return `key-of-stack-${stack}`;
}

/** The emulator without a socket. The scenario decides when each request arrives. */
export class Server {
  readonly emulation: Emulation;
  readonly edits: Controls;
  readonly #app: ReturnType<typeof createApp>;

  /** All scenarios share a server, because creating its routes takes longer than most scenarios. */
  static #shared: Server | undefined;
  #clock: Clock = steadyClock;

  static start(clock: Clock): Server {
    Server.#shared ??= new Server();
    Server.#shared.reset(clock);
    return Server.#shared;
  }

  constructor() {
    const clock: Clock = { now: () => this.now, sleep: async (...args) => this.#clock.sleep?.(...args) };
    this.emulation = createEmulation({ strict: true, seriesDays: 30, preset, clock });
    this.#app = createApp(this.emulation);
    this.edits = createControls(this.emulation);
  }

  get now(): number {
    return this.#clock.now();
  }

  /** The time in the header of its responses, by which an end is over. */
  get shownNow(): number {
    return this.now + (this.emulation.differences.is("server-clock", "fast") ? 3_600_000 : 0);
  }

  /** Returns to the initial state, with another clock. */
  reset(clock: Clock): void {
    this.#clock = clock;
    this.emulation.reset();
  }

  async respond({ method, path, headers, body }: Sent): Promise<HttpResponse> {
    const sent = { host: "127.0.0.1", ...headers };
    const bytes = body === undefined ? [] : [Buffer.from(body)];
    const incoming = Object.assign(Readable.from(bytes), { method, url: path, headers: sent, complete: true });
    const request = new Request(`http://127.0.0.1${path}`, { method, headers: sent });
    const own: Record<string, string> = {};
    const setHeader = (name: string, value: string) => {
      own[name] = value;
    };
    const outgoing = { headersSent: false, setHeader };
    const response = await this.#app.fetch(request, { incoming, outgoing } as never);
    const all = { ...own, ...Object.fromEntries(response.headers) };
    return { status: response.status, headers: all, text: await response.text() };
  }

  /** Performs an operation in the control panel, if StatusHub's rules allow it. */
  panel(operation: OperationName, params: Readonly<Record<string, string>>, body?: object): void {
    try {
      applyUnlogged(this.emulation, operation, { params, ...(body && { body }) });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
    }
  }

  /** Returns all records by `table/id`. */
  rows(): Rows {
    const all = (name: TableName) => this.emulation.store.table(name).all() as unknown as Row[];
    return new Map(tableNames.flatMap((name) => all(name).map((row) => [`${name}/${row.id}`, row] as const)));
  }

  /**
   * SER-12, the only exception to SER-10: whether what has ended is changed by an update for those that follow it, sent to the last record
   * that is shown of a series whose pattern goes on.
   */
  isForLater({ id, event_repeat, series_id, start_time }: Row, sent: Sent | undefined): boolean {
    const { differences, store } = this.emulation;
    const { recurring } = JSON.parse(sent?.body || "{}") as {
      readonly recurring?: { readonly update_following?: boolean };
    };
    if (sent?.method !== "PUT" || recurring?.update_following !== true) return false;
    // Nobody has seen the later ones, which the server changes with the first.
    const isHidden = differences.is("occurrences", "hidden");
    if (isHidden && id !== series_id) return true;
    const pattern = event_repeat as { readonly end_on?: string | null } | null | undefined;
    if (!pattern || Date.parse(pattern.end_on ?? "") <= this.now) return false;
    const series = store.table("maintenances").by("series", Number(series_id));
    return isHidden || !series.some((other) => !other.deleted && other.start_time > String(start_time));
  }

  hubNamed(subdomain: string): Row | undefined {
    return this.emulation.store.table("hubs").findBy("subdomain", subdomain) as unknown as Row | undefined;
  }

  /** Returns the ID of the hub that a program names. */
  hubOf({ hub }: Values): number | undefined {
    if (typeof hub === "string") return this.hubNamed(hub)?.id;
    const { id, subdomain } = (hub ?? {}) as { id?: string; subdomain?: string };
    return id !== undefined ? Number(id) : this.hubNamed(String(subdomain))?.id;
  }
}
