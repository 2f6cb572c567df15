import { credentials } from "@grpc/grpc-js";
import { EngineClient, LogSeverity, messages } from "./protocol.ts";

/** Shows lines to the user: what a plugin prints itself, Pulumi keeps to itself. */
export interface Log {
  /** @param urn the resource that the line is about. @default the whole stack */
  info(line: string, urn?: string): void;
  /** The same, for something that may be wrong. */
  warn(line: string, urn?: string): void;
  /** The same, for something that is wrong. It fails nothing: whoever wants that has to throw. */
  error(line: string, urn?: string): void;
  /** Shows a line for the moment. It is not repeated at the end. */
  status(line: string): void;
  /** Resolves when the engine has all lines. */
  flush(): Promise<void>;
  /** The address of the engine, once it is known. */
  readonly engine: string | undefined;
}

/** A log that waits until the address of the engine is known. */
export class EngineLog implements Log {
  engine: string | undefined;
  #client: InstanceType<typeof EngineClient> | undefined;
  readonly #underWay = new Set<Promise<void>>();

  /** @param address host and port of the engine */
  attach(address: string): void {
    this.engine = address;
    this.#client?.close();
    this.#client = new EngineClient(address, credentials.createInsecure());
  }

  close(): void {
    this.#client?.close();
  }

  info(line: string, urn = ""): void {
    this.#send(new messages.LogRequest().setSeverity(LogSeverity.INFO).setMessage(line).setUrn(urn));
  }

  warn(line: string, urn = ""): void {
    this.#send(new messages.LogRequest().setSeverity(LogSeverity.WARNING).setMessage(line).setUrn(urn));
  }

  error(line: string, urn = ""): void {
    this.#send(new messages.LogRequest().setSeverity(LogSeverity.ERROR).setMessage(line).setUrn(urn));
  }

  status(line: string): void {
    this.#send(new messages.LogRequest().setSeverity(LogSeverity.INFO).setMessage(line).setEphemeral(true));
  }

  #send(request: InstanceType<typeof messages.LogRequest>): void {
    const client = this.#client;
    if (client === undefined) return;
    // An engine that has ended hears no more: a line less is no failure of the operation.
    const sent = new Promise<void>((resolve) => void client.log(request, () => resolve()));
    this.#underWay.add(sent);
    void sent.then(() => this.#underWay.delete(sent));
  }

  async flush(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
