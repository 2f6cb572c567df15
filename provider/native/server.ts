import { type handleUnaryCall, Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import type { StatusHubError } from "../client/errors.ts";
import { Calls } from "../run/ending.ts";
import { checkConfig, configure, diffConfig } from "./configure.ts";
import { callError } from "./errors.ts";
import type { EngineLog } from "./log.ts";
import { check, create, deleteRecord, diff, invoke, read, update } from "./methods.ts";
import { Empty, type Message, messages, onThisMachine, ResourceProviderService } from "./protocol.ts";
import { ownVersion, Session } from "./session.ts";

/** Starts a server of Pulumi's provider protocol, on its own port. */
export async function startServer(log: EngineLog) {
  const sessions = new Sessions(log);
  const calls = new Calls();
  const server = new Server(onThisMachine);
  server.addService(ResourceProviderService, methodsOf(log, sessions, calls));
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error === null ? resolve(bound) : reject(error)));
  });
  return {
    port,
    calls,
    cancel: (reason: StatusHubError) => sessions.cancel(reason),
    end: () => sessions.end(),
    close: () => server.forceShutdown(),
  };
}

/**
 * The sessions of this process, by the address from which the engine has connected. Pulumi opens a connection for each provider of the
 * program, usually to separate processes; with `PULUMI_DEBUG_PROVIDERS`, all providers share one process.
 */
class Sessions {
  readonly #log: EngineLog;
  readonly #all = new Map<string, Session>();

  constructor(log: EngineLog) {
    this.#log = log;
  }

  /** Returns the session of a connection that Pulumi configures. */
  open(peer: string): Session {
    const session = this.#all.get(peer) ?? new Session(this.#log);
    this.#all.set(peer, session);
    return session;
  }

  /**
   * Returns the session for any other call. gRPC closes a connection after half an hour without calls, for example while a database is
   * created, and later opens another one, which Pulumi doesn't configure again. So a single session serves every connection.
   */
  of(peer: string): Session {
    const [first] = this.#all.values();
    const isSingle = first !== undefined && this.#all.size === 1;
    return isSingle ? first : this.open(peer);
  }

  cancel(reason: StatusHubError): void {
    for (const session of this.#all.values()) session.cancel(reason);
  }

  /** Ends all sessions, which show a summary of their use of the limits. */
  async end(): Promise<void> {
    await Promise.all([...this.#all.values()].map((session) => session.end()));
  }
}

type Method<Request, Response> = (session: Session, request: Request) => Promise<Response>;

function methodsOf(log: EngineLog, sessions: Sessions, calls: Calls): UntypedServiceImplementation {
  const respond =
    <Request, Response>(
      method: Method<Request, Response>,
      sessionFor = (peer: string) => sessions.of(peer),
    ): handleUnaryCall<Request, Response> =>
    (call, callback) => {
      // A session may fail to start. Whatever fails, the call gets a response, because otherwise this process would end.
      const result = async () => method(sessionFor(call.getPeer()), call.request);
      calls.run(result).then(
        (response) => callback(null, response),
        (error: unknown) => callback(callError(error)),
      );
    };
  return {
    handshake: respond(async (_, request: Message<"ProviderHandshakeRequest">) => {
      log.attach(request.getEngineAddress());
      return new messages.ProviderHandshakeResponse()
        .setAcceptSecrets(true)
        .setAcceptResources(true)
        .setSupportsAutonamingConfiguration(false);
    }),
    attach: respond(async (_, request: Message<"PluginAttach">) => {
      log.attach(request.getAddress());
      return new Empty();
    }),
    getPluginInfo: respond(async () => new messages.PluginInfo().setVersion(await ownVersion())),
    getSchema: respond(async () => new messages.GetSchemaResponse().setSchema(await schema())),
    checkConfig: respond(checkConfig),
    diffConfig: respond(diffConfig),
    configure: respond(configure, (peer) => sessions.open(peer)),
    check: respond(check),
    diff: respond(diff),
    create: respond(create),
    read: respond(read),
    update: respond(update),
    delete: respond(deleteRecord),
    invoke: respond(invoke),
    cancel: respond(async (session) => {
      session.cancel();
      return new Empty();
    }),
  };
}

/** Only requested for languages without generated classes. */
const schema = async () => JSON.stringify((await import("../../schema.json", { with: { type: "json" } })).default);
