import { credentials } from "@grpc/grpc-js";
import type { Host } from "../run/run.ts";
import { EngineClient, LogSeverity, messages, onThisMachine } from "./protocol.ts";

const severities = {
  info: LogSeverity.INFO,
  progress: LogSeverity.INFO,
  warning: LogSeverity.WARNING,
  error: LogSeverity.ERROR,
};

/**
 * The engine's log, which shows lines to the user: Pulumi doesn't show a native provider's output. Drops lines until the
 * engine's address is known.
 */
export class EngineLog {
  engine: string | undefined;
  #client: InstanceType<typeof EngineClient> | undefined;
  readonly #underWay = new Set<Promise<void>>();

  /** @param address host and port of the engine */
  attach(address: string): void {
    this.engine = address;
    this.#client?.close();
    this.#client = new EngineClient(address, credentials.createInsecure(), onThisMachine);
  }

  close(): void {
    this.#client?.close();
  }

  say: Host["say"] = (severity, line, urn = "") => {
    const client = this.#client;
    if (client === undefined) return;
    const request = new messages.LogRequest().setSeverity(severities[severity]).setMessage(line).setUrn(urn);
    // An engine that has ended accepts no lines, and a lost line must not fail the operation.
    const sent = new Promise<void>((resolve) => {
      client.log(request.setEphemeral(severity === "progress"), () => resolve());
    });
    this.#underWay.add(sent);
    void sent.then(() => this.#underWay.delete(sent));
  };

  /** Resolves when the engine has received or rejected all lines. */
  async flush(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
