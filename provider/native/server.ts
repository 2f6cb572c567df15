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
  // Pulumi opens a connection for each provider of the program, usually to separate processes; with
  // `PULUMI_DEBUG_PROVIDERS`, all providers share one process.
  const sessions = new Map<string, Session>();
  const openSession: SessionOf = (peer) => {
    const session = sessions.get(peer) ?? new Session(log);
    sessions.set(peer, session);
    return session;
  };
  // gRPC closes a connection after half an hour without calls, for example while a database is created, and later opens
  // another one, which Pulumi doesn't configure again. So a single session serves every connection.
  const sessionOf: SessionOf = (peer) => {
    const [first] = sessions.values();
    return first !== undefined && sessions.size === 1 ? first : openSession(peer);
  };
  const server = new Server(onThisMachine);
  const calls = new Calls();
  const respond = respondWith(sessionOf, calls);
  const openAndRespond = respondWith(openSession, calls);
  server.addService(ResourceProviderService, methodsOf(log, respond, openAndRespond));
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error === null ? resolve(bound) : reject(error)));
  });
  return {
    port,
    calls,
    cancel(reason: StatusHubError): void {
      for (const session of sessions.values()) session.cancel(reason);
    },
    /** Ends all sessions, which show a summary of their use of the limits. */
    end: async () => void (await Promise.all([...sessions.values()].map((session) => session.end()))),
    close: () => server.forceShutdown(),
  };
}

type SessionOf = (peer: string) => Session;
type Respond = ReturnType<typeof respondWith>;

function methodsOf(log: EngineLog, respond: Respond, openAndRespond: Respond): UntypedServiceImplementation {
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
    configure: openAndRespond(configure),
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

type Method<Request, Response> = (session: Session, request: Request) => Promise<Response>;

const respondWith =
  (sessionOf: SessionOf, calls: Calls) =>
  <Request, Response>(method: Method<Request, Response>): handleUnaryCall<Request, Response> =>
  (call, callback) => {
    // A session may fail to start. Whatever fails, the call gets a response, because otherwise this process would end.
    const respond = async () => method(sessionOf(call.getPeer()), call.request);
    calls.run(respond).then(
      (response) => callback(null, response),
      (error: unknown) => callback(callError(error)),
    );
  };

/** Only requested for languages without generated classes. */
const schema = async () => JSON.stringify((await import("../../schema.json", { with: { type: "json" } })).default);
