import { cancelled } from "../../errors/requests.ts";
import { StatusHubError } from "../client/errors.ts";
import type { ReadSetting } from "../config.ts";
import { Provider } from "../provider.ts";
import type { Log } from "./log.ts";
import { ownVersion } from "./version.ts";

/** The provider behind one connection of the engine. */
export class Session {
  readonly #log: Log;
  readonly #interruption = new AbortController();
  provider: Provider;

  constructor(log: Log) {
    this.#log = log;
    this.provider = this.#providerWith(() => undefined);
  }

  configure(setting: ReadSetting): void {
    this.provider = this.#providerWith(setting);
  }

  #providerWith(setting: ReadSetting): Provider {
    const log = this.#log;
    return new Provider({
      setting,
      signal: this.#interruption.signal,
      engine: log.engine,
      say: (severity, line, urn) => log.say(severity, line, urn),
      version: async () => `version ${await ownVersion()} of the native provider`,
    });
  }

  /** Cancels waiting requests. A write that has been sent is completed. */
  cancel(): void {
    this.#interruption.abort(new StatusHubError(cancelled.interrupted()));
  }

  /** Shows a summary of the use of the limits, if it's worth a line. */
  async close(): Promise<void> {
    const budget = this.provider.describeUsage();
    if (budget !== undefined) this.#log.say("info", budget);
    await this.#log.flush();
  }
}
