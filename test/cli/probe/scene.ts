import { isDeepStrictEqual } from "node:util";
import { areaNames } from "../../../cli/probe/areas.ts";
import { type Answers, judge } from "../../../cli/probe/judge/index.ts";
import { createMark } from "../../../cli/probe/probed-kinds.ts";
import { type Outcome, probe } from "../../../cli/probe/run.ts";
import type { ProbeOptions } from "../../../cli/probe/session.ts";
import { CommandError } from "../../../cli/terminal/failure.ts";
import type { EmulatorOptions, Preset } from "../../../emulator/index.ts";
import type { Assumptions } from "../../../model/guesses/index.ts";
import { type Network, Platform, type Sent } from "../../simulation/platform.ts";
import { type Rows, Server } from "../../simulation/server.ts";

/** A hub with records of each kind, some of them deleted, another without any, and one that is connected to the first. */
export const preset: Preset = {
  hubs: [
    {
      subdomain: "acme",
      name: "Acme",
      groups: ["one", "two"],
      services: [
        { name: "Login", group_id: 1 },
        { name: "Checkout", group_id: 1 },
      ],
      incident_templates: [
        { title: "Down & out", service_statuses: [{ service_id: 1, status: "down" }] },
        { title: "Slow", body: "We look into it." },
        { title: "Old" },
      ],
      maintenance_templates: [{ title: "Deploy", duration: 30, silent: true }],
      subscriptions: [
        {
          method_name: "webhook",
          address: "https://hooks.example.com/Zk9",
          services_selection: { all: false, service_ids: [1] },
        },
      ],
      maintenances: [
        {
          title: "Patching",
          start_time: "2026-04-05T02:00:00Z",
          end_time: "2026-04-05T03:00:00Z",
          service_statuses: [{ service_id: 1, status: "down" }],
          event_repeat: {
            interval: "weekly",
            interval_options: { enabled_days: "sunday" },
            end_on: "2026-04-20T00:00:00Z",
          },
        },
      ],
    },
    { subdomain: "empty", name: "Empty", groups: ["three"] },
    { subdomain: "partners", name: "Partners", parent: "acme", shared_groups: [1] },
    { subdomain: "hidden", name: "Hidden", groups: ["four"] },
  ],
  keys: ["admin", "manager", "editor", "read-only"].map((role) => ({
    key: `key-of-the-${role}`,
    role: role as "admin",
    owner: `${role}@example.com`,
    hubs: { hidden: "none" },
  })),
};

export interface Played extends Outcome {
  readonly answers: Answers;
  /** The guesses that differ, as the emulator's options name them; in another way, with what was seen. */
  readonly differing: readonly string[];
  readonly sent: readonly Sent[];
  /** Milliseconds. */
  readonly took: number;
  /** What the run has done and must not do. */
  readonly harm: readonly string[];
  /** The records of this and earlier runs that are left. */
  readonly live: readonly string[];
}

export interface Playing extends Partial<Omit<ProbeOptions, "mark" | "signal">> {
  readonly assume?: Assumptions;
  readonly role?: string;
  /** Interrupts the run when it sends this request, or kills it just before or after the request takes effect. */
  readonly interruptAt?: number;
  readonly killAt?: { readonly request: number; readonly isSent: boolean };
  /** The connection breaks before the response to this request. */
  readonly lostAt?: number;
}

/** Creating its routes takes longer than a run. */
const servers = new Map<string, Server>();

/** Marks of runs in the same second. */
let runs = 0;

/** An account in simulated time, and the runs of `probe` in it. */
export class Scene {
  readonly server: Server;
  readonly #platform: Platform;
  #network: Network = () => undefined;

  private constructor(options: EmulatorOptions) {
    this.#platform = new Platform(1, (...request) => this.#network(...request));
    const key = JSON.stringify(options);
    this.server = servers.get(key) ?? new Server({ preset, limits: "real", ...options });
    servers.set(key, this.server);
    const after = (time: number) => new Promise<void>((resolve) => void this.#platform.after(time, () => resolve()));
    this.server.reset({ now: () => this.#platform.now, sleep: after });
    this.server.panel("deleteIncidentTemplate", { subdomain: "acme", incident_template_id: "3" });
    this.#platform.open("127.0.0.1:1");
  }

  /** Tells a story in an account. */
  static async tell<Result>(story: (scene: Scene) => Promise<Result>, options: EmulatorOptions = {}): Promise<Result> {
    const scene = new Scene(options);
    try {
      return await story(scene);
    } finally {
      scene.#platform.close();
    }
  }

  /** Runs `probe` once in a new account. */
  static play(playing: Playing = {}, options: EmulatorOptions = {}): Promise<Played> {
    return Scene.tell((scene) => scene.play(playing), options);
  }

  wait(milliseconds: number): Promise<void> {
    return this.#platform.run(new Promise((resolve) => void this.#platform.after(milliseconds, () => resolve())));
  }

  /** The live records that runs have made. */
  live(): string[] {
    const own = [...this.server.rows()].filter(([key]) => !this.#before.has(key));
    return own.flatMap(([key, row]) => (row.deleted ? [] : [key]));
  }

  #before: Rows = new Map();

  async play({ assume, role = "admin", interruptAt, killAt, lostAt, ...options }: Playing = {}): Promise<Played> {
    if (assume) this.server.emulation.differences.assume(assume);
    if (this.#before.size === 0) this.#before = this.server.rows();
    const [sent, harm]: [Sent[], string[]] = [[], []];
    const interruption = new AbortController();
    const killed = Promise.withResolvers<undefined>();
    let isKilled = false;
    runs += 1;
    const mark = createMark(Date.now(), `run${runs}`);
    this.#network = ({ path, ...rest }, done) => {
      // A killed process sends nothing more.
      if (isKilled || !path.startsWith(`/${mark}/`)) return;
      const request = { ...rest, path: path.slice(mark.length + 1) };
      sent.push(request);
      if (sent.length === interruptAt) interruption.abort(new CommandError("interrupted"));
      if (sent.length === killAt?.request) {
        isKilled = true;
        killed.resolve(undefined);
        if (!killAt.isSent) return;
      }
      const arrive = async () => {
        const response = await this.server.respond(request);
        if (response.status === 429) harm.push("a 429");
        const isLost = request === sent[(lostAt ?? 0) - 1];
        const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
        if (!isKilled) this.#platform.after(40, () => done(isLost ? lost : response));
      };
      this.#platform.after(40, () => void arrive());
    };
    const unwatch = this.server.emulation.store.watch(() => harm.push(...this.#findHarm()));
    const begun = this.#platform.now;
    const baseUrl = `http://127.0.0.1:9/${mark}/api/v3`;
    const running = probe(
      { baseUrl, apiKey: `key-of-the-${role}`, apiKeySource: "environment" },
      {
        waitLimits: { failing: 3_000, rateLimited: 30_000 },
        hub: "acme",
        areas: areaNames,
        hidden: "hidden",
        confirm: async () => undefined,
        ...options,
        mark,
        signal: interruption.signal,
      },
    );
    const outcome = await this.#platform.run(Promise.race([running, killed.promise]));
    const took = this.#platform.now - begun;
    unwatch();
    const { recording = { mark, areas: [], skipped: {}, exchanges: [] }, left = [], failure } = outcome ?? {};
    const answers = judge(recording);
    const differing = Object.entries(answers).flatMap(([name, verdict]) => {
      if (verdict.answer === "differs") return [`${name}=${verdict.difference}`];
      return verdict.answer === "otherwise" ? [`${name}: ${verdict.seen}`] : [];
    });
    return { recording, left, failure, answers, differing, sent, took, harm: [...new Set(harm)], live: this.live() };
  }

  /** Older records stay as they were, nothing is published and nobody is notified: at every moment of a run. */
  #findHarm(): string[] {
    return [...this.server.rows()].flatMap(([key, row]) => {
      const before = this.#before.get(key);
      if (before) return isDeepStrictEqual(before, row) ? [] : [`changes ${key}`];
      if (/^(incidents|incident_updates|hubs|groups)\//.test(key)) return [`creates ${key}`];
      const isAnnounced = key.startsWith("maintenances/") && (row.state !== "draft" || row.silent !== true);
      // The second one is the emulator's placeholder for an address that its own rules reject.
      const isNowhere = /\.invalid\/$|^https:\/\/any\.example\.com/.test(String(row.address));
      const isReal = key.startsWith("subscriptions/") && !isNowhere;
      return isAnnounced || isReal ? [`publishes ${key}`] : [];
    });
  }
}
