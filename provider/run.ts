import { cancelled } from "../errors/requests.ts";
import { shareAdoptions } from "./adoptions.ts";
import type { Account } from "./client/account.ts";
import { longestTimer } from "./client/clock.ts";
import { StatusHubError } from "./client/errors.ts";
import { findConfigProblem, findConnection, findVerify, resolveConnection, type Verify } from "./config.ts";
import type { Host } from "./host.ts";
import { Owners } from "./lifecycle/owners.ts";
import { Uniqueness } from "./lifecycle/uniqueness.ts";
import { unknownMark } from "./marks.ts";

/** What all operations of one configured provider share. */
export class Run {
  readonly owners: Owners;
  readonly uniqueness = new Uniqueness();
  readonly host: Host;
  readonly #said = new Set<string>();
  #account: Account | undefined;
  #isConfigurationReported = false;

  constructor(host: Host) {
    this.host = host;
    this.owners = new Owners(shareAdoptions(host.engine, findConnection(host.setting)?.baseUrl));
  }

  /** How a preview is to compare the program with the API. */
  get verify(): Verify {
    return findVerify(this.host.setting, isUnknown);
  }

  /** What is wrong with the configuration, once. */
  findConfigProblem(): string | undefined {
    if (this.#isConfigurationReported) return undefined;
    const problem = findConfigProblem(this.host.setting, isUnknown);
    this.#isConfigurationReported = problem !== undefined;
    return problem;
  }

  /** Shows a line once, however often an operation says it. */
  say(severity: "info" | "warning" | "error", line: string, urn?: string): void {
    const text = `${line} ${urn}`;
    if (!this.#said.has(text)) this.host.say(severity, line, urn);
    this.#said.add(text);
  }

  /** The account, for an operation that Pulumi may interrupt and that may have a time limit. */
  async account(seconds = 0): Promise<Account> {
    // Checks and comparisons need no HTTP client, whose loading takes time.
    const { openAccount } = await import("./client/account.ts");
    this.#account ??= openAccount(resolveConnection(this.host.setting), {
      print: (line) => this.host.say("progress", line),
    });
    const signals = [this.host.signal, seconds > 0 ? timeOut(seconds) : undefined];
    const given = signals.filter((signal) => signal !== undefined);
    return given.length === 0 ? this.#account : this.#account.within(AbortSignal.any(given));
  }

  /** What was used of the limits, where that is worth a line. */
  describeUsage(): string | undefined {
    return this.#account?.client.describeUsage();
  }
}

// In a preview the arguments of an explicit provider may be unknown.
const isUnknown = (value: string) => value === unknownMark;

function timeOut(seconds: number): AbortSignal {
  const controller = new AbortController();
  const reason = new StatusHubError(cancelled.timeout({ seconds }));
  // No operation takes the weeks that a timer cannot hold. A timeout by itself must not keep a process running.
  if (seconds * 1000 <= longestTimer) setTimeout(() => controller.abort(reason), seconds * 1000).unref();
  return controller.signal;
}
