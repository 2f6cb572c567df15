import type { Declared, Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { codeOf } from "../../model/problem.ts";
import type { Account, openAccount as OpenAccount } from "../client/account.ts";
import type { ClientOptions } from "../client/client.ts";
import { longestTimer } from "../client/clock.ts";
import { ConfigError, isConfigError, StatusHubError } from "../client/errors.ts";
import { findConfigProblem, findConnection, type ReadSetting, resolveConnection } from "../config.ts";
import { canceled, sameCause } from "../errors/requests.ts";
import type { MarkedNames } from "../lifecycle/forms/secrets.ts";
import { hubCreationIn, type Known } from "../lifecycle/forms/state.ts";
import { Owners, type SharedOwners } from "../lifecycle/record/owners.ts";
import { lineOf, type Told } from "../told.ts";
import { shareOwners } from "./shared-owners.ts";

/** The functions and settings that an adapter to one of Pulumi's protocols supplies to the provider. */
export interface Host {
  readonly setting: ReadSetting;
  /** Cancels waiting operations when Pulumi is interrupted. @default never */
  readonly signal?: AbortSignal;
  /** Address of the engine, the same for all provider processes of a run. */
  readonly engine: string | undefined;
  /** Shows a line on a resource or on the stack. Lines of `progress` are only shown temporarily. */
  say(severity: "info" | "warning" | "error" | "progress", line: string, urn?: string): void;
  version(): Promise<string>;
  /** The key of a preview of the CLI that asks what its plan doesn't show. @default nobody asks */
  readonly asking?: string | undefined;
  /** Milliseconds since 1970. @default this machine's clock */
  now?(): number;
  /** How requests are sent. @default as to the real service */
  readonly client?: ClientOptions;
}

/** The resource that an operation works on. */
export interface Resource {
  readonly kind: string;
  /** The values that the program marks as secret. No message shows it. */
  readonly marked: MarkedNames;
  /** @default unknown, if the protocol doesn't pass it */
  readonly urn?: string;
  /** Timeout from `customTimeouts`. @default 0, no timeout */
  readonly seconds?: number;
}

/** State shared by all operations of one configured provider. */
export class Run {
  readonly owners: Owners;
  readonly host: Host;
  readonly #shared: SharedOwners | undefined;
  readonly #said = new Set<string>();
  /** The hubs in the state. */
  readonly #hubs = { creations: new Map<string, string>(), names: new Map<string, string>() };
  #account: Account | undefined;
  /** The code of the error of this run that has said what is wrong with the settings. */
  #saidConfigCode: string | undefined;

  constructor(host: Host) {
    this.host = host;
    const warn = (line: string) => this.say("warning", line);
    this.#shared = shareOwners(host.engine, findConnection(host.setting)?.baseUrl, warn);
    this.owners = new Owners(this.#shared);
  }

  /** Returns what is wrong with the settings; undefined also if this run has said it, because each resource asks. */
  findConfigProblem(): string | undefined {
    if (this.#saidConfigCode !== undefined) return undefined;
    const problem = findConfigProblem(this.host.setting);
    if (problem !== undefined) this.#saidConfigCode = codeOf(problem);
    return problem;
  }

  /** Shows a line once, even if several operations report it. */
  say(severity: "info" | "warning" | "error", line: string, urn?: string): void {
    const text = `${line} ${urn}`;
    if (!this.#said.has(text)) this.host.say(severity, line, urn);
    this.#said.add(text);
  }

  /** Tells a preview of the CLI what its plan doesn't show, if it asks. */
  tell(told: (key: string) => Told, urn?: string): void {
    const { asking } = this.host;
    if (asking) this.host.say("info", lineOf(asking, told(asking)), urn);
  }

  /** Records the hub of a resource in the state, so that a hub of another account isn't taken for it. */
  noteHub(definition: Definition, { id, state }: Known): void {
    const creation = hubCreationIn(definition, id, state);
    if (creation === undefined) return;
    const [hubId, createdAt] = creation;
    this.#hubs.creations.set(hubId, createdAt);
  }

  /** Records which hub a name stands for that the program declares as text, and the state has. */
  noteName(stored: Stored, { hub }: Declared): void {
    const isSameText = typeof hub === "string" && hub === stored.hub;
    if (isSameText && typeof stored.hubId === "string") this.#hubs.names.set(hub, stored.hubId);
  }

  /**
   * Returns the ID of the hub that has a subdomain, if a refresh of this run has looked that up. Without a refresh, only writes look it up,
   * and a preview has none: so the `up` would decide otherwise than its preview.
   */
  cachedIdOf = async (subdomain: string): Promise<string | undefined> =>
    this.owners.isRefreshed ? this.#account?.hubs.cachedIdOf(subdomain) : undefined;

  /** Returns the time by the server's clock, as far as it is known without a request. */
  now(): number {
    return this.#account?.client.serverTime() ?? this.host.now?.() ?? Date.now();
  }

  /**
   * Returns the account for an operation that Pulumi may interrupt and that may have a timeout.
   *
   * @param seconds the timeout. @default 0, none
   */
  async account(seconds = 0): Promise<Account> {
    // Checks and most diffs don't need the HTTP client, which takes time to load.
    const { openAccount } = await import("../client/account.ts");
    const account = this.#open(openAccount);
    const signals: AbortSignal[] = [];
    if (this.host.signal !== undefined) signals.push(this.host.signal);
    if (seconds > 0) signals.push(abortedAfter(seconds));
    return signals.length === 0 ? account : account.within(AbortSignal.any(signals));
  }

  /** @throws ConfigError, which says only once what is wrong */
  #open(openAccount: typeof OpenAccount): Account {
    if (this.#account !== undefined) return this.#account;
    try {
      this.#account = openAccount(resolveConnection(this.host.setting), {
        print: (line) => this.host.say("progress", line),
        ...this.host.client,
        hubsInState: this.#hubs,
      });
      return this.#account;
    } catch (error) {
      throw isConfigError(error) ? this.#saidOnce(error) : error;
    }
  }

  /** Returns an error about the settings; once one of this run has said what is wrong, one that refers to that. */
  #saidOnce(error: ConfigError): ConfigError {
    if (this.#saidConfigCode !== undefined) return new ConfigError(sameCause.settings({ code: this.#saidConfigCode }));
    this.#saidConfigCode = codeOf(error.message);
    return error;
  }

  /** Returns a summary of the use of the limits, if it's worth a line. */
  end(): string | undefined {
    this.#shared?.close();
    return this.#account?.client.describeUsage();
  }
}

function abortedAfter(seconds: number): AbortSignal {
  const controller = new AbortController();
  const reason = new StatusHubError(canceled.timeout({ seconds }));
  const milliseconds = seconds * 1000;
  // A timer can't hold more than weeks, which no operation takes.
  const fitsTimer = milliseconds <= longestTimer;
  // It must not keep the process running.
  if (fitsTimer) setTimeout(() => controller.abort(reason), milliseconds).unref();
  return controller.signal;
}
