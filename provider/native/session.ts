import { processEnvironment } from "../client/connection.ts";
import { StatusHubError } from "../client/errors.ts";
import type { ReadSetting } from "../config.ts";
import { unconfigured } from "../errors/native.ts";
import { canceled } from "../errors/requests.ts";
import { Provider } from "../provider.ts";
import { askingVariable } from "../told.ts";
import type { EngineLog } from "./log.ts";

type Log = Pick<EngineLog, "engine" | "say" | "flush">;

export const ownVersion = async (): Promise<string> =>
  (await import("../../package.json", { with: { type: "json" } })).default.version;

/** The provider behind one connection of the engine. */
export class Session {
  readonly #log: Log;
  readonly #now: (() => number) | undefined;
  readonly #interruption = new AbortController();
  #provider: Provider | undefined;

  /** @param now milliseconds since 1970. @default this machine's clock */
  constructor(log: Log, now?: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** @throws if Pulumi hasn't configured this session: the account in the environment may be another one */
  get provider(): Provider {
    if (this.#provider === undefined) throw new StatusHubError(unconfigured());
    return this.#provider;
  }

  configure(setting: ReadSetting): void {
    this.#provider?.end();
    const log = this.#log;
    this.#provider = new Provider({
      setting,
      signal: this.#interruption.signal,
      engine: log.engine,
      say: (severity, line, urn) => log.say(severity, line, urn),
      ...(this.#now && { now: this.#now }),
      asking: processEnvironment[askingVariable],
      version: async () => `version ${await ownVersion()} of the native provider`,
    });
  }

  cancel(reason = new StatusHubError(canceled.interrupted())): void {
    this.#interruption.abort(reason);
  }

  /** Ends the run, and shows a summary of the use of the limits if it's worth a line. */
  async end(): Promise<void> {
    const usage = this.#provider?.end();
    if (usage !== undefined) this.#log.say("info", usage);
    await this.#log.flush();
  }
}
