import { cancelled } from "../../errors/requests.ts";
import { shareAdoptions } from "../adoptions.ts";
import { type Account, openAccount } from "../client/account.ts";
import { longestTimer } from "../client/clock.ts";
import { StatusHubError } from "../client/errors.ts";
import { findConnection, findVerify, type ReadSetting, resolveConnection, type Verify } from "../config.ts";
import { Declarations } from "../lifecycle/declarations.ts";
import { Owners } from "../lifecycle/owners.ts";
import { definitionOf, unknownMark } from "../pulumi.ts";
import type { Definition } from "../resources/define.ts";
import type { Log } from "./log.ts";
import { typeIn } from "./values.ts";

/** The name of the package, and with it that of the plugin and of its configuration. */
export const packageName = "statushub";

/** The type of a kind of resource in every language. */
export const typeOf = (kind: string) => `${packageName}:index:${kind}`;

/** One run of the plugin: the account that it was configured for, and what ends its operations. */
export class Session {
  readonly log: Log;
  #owners: Owners | undefined;
  readonly #interrupted = new AbortController();
  readonly #said = new Set<string>();
  /** What the resources of the program declare that only one of them can have. */
  readonly declarations = new Declarations();
  #setting: ReadSetting = () => undefined;
  #account: Account | undefined;

  constructor(log: Log) {
    this.log = log;
  }

  configure(setting: ReadSetting): void {
    this.#setting = setting;
  }

  /** How a preview is to compare the program with the API. */
  get verify(): Verify {
    return findVerify(this.#setting, (value) => value === unknownMark);
  }

  /** Which records the resources of the stack have. */
  get owners(): Owners {
    this.#owners ??= new Owners(shareAdoptions(this.log.engine, findConnection(this.#setting)?.baseUrl));
    return this.#owners;
  }

  /** Says what was used of the limits, where that is worth a line. */
  async close(): Promise<void> {
    const usage = this.#account?.client.describeUsage();
    if (usage !== undefined) this.log.info(usage);
    await this.log.flush();
  }

  /** Ends what waits for its turn; a write that is under way is waited for. */
  cancel(): void {
    this.#interrupted.abort(new StatusHubError(cancelled.interrupted()));
  }

  /** @param seconds how long the operation may take, by `customTimeouts`; 0 means as long as it takes */
  account(seconds = 0): Account {
    this.#account ??= openAccount(resolveConnection(this.#setting), { print: (line) => this.log.status(line) });
    const { signal } = this.#interrupted;
    return this.#account.within(seconds > 0 ? AbortSignal.any([signal, timeOut(seconds)]) : signal);
  }

  /** Shows a line once, however often it is to be said. */
  once(severity: "info" | "warn" | "error", line: string, urn?: string): void {
    const text = `${line} ${urn}`;
    if (!this.#said.has(text)) this.log[severity](line, urn);
    this.#said.add(text);
  }
}

function timeOut(seconds: number): AbortSignal {
  const controller = new AbortController();
  const reason = new StatusHubError(cancelled.timeout({ seconds }));
  // No operation takes the weeks that a timer cannot hold. A process has nothing to do for the sake of a time-out alone.
  if (seconds * 1000 <= longestTimer) setTimeout(() => controller.abort(reason), seconds * 1000).unref();
  return controller.signal;
}

/** The definition of the resource that a call is about. */
export function definitionIn(request: { getUrn(): string; getType(): string }): Promise<Definition> {
  // Engines before 3.130 send the URN alone.
  const type = request.getType() || typeIn(request.getUrn());
  const prefix = typeOf("");
  return definitionOf(type.startsWith(prefix) ? type.slice(prefix.length) : type);
}
