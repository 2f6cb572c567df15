import { type handleUnaryCall, Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { check, diff } from "./compare.ts";
import { cancel, checkConfig, configure, diffConfig, handshake } from "./configure.ts";
import { refusal } from "./failures.ts";
import { invoke } from "./invoke.ts";
import type { EngineLog } from "./log.ts";
import { Empty, messages, ResourceProviderService } from "./protocol.ts";
import { read } from "./read.ts";
import { Session } from "./session.ts";
import { ownVersion } from "./version.ts";
import { create, deleteRecord, update } from "./write.ts";

/** A server of Pulumi's provider protocol, on a port of its own. */
export interface RunningServer {
  readonly port: number;
  readonly session: Session;
  close(): void;
}

export async function startServer(log: EngineLog): Promise<RunningServer> {
  const session = new Session(log);
  // Inputs may be long, and come from this machine alone.
  const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  server.addService(ResourceProviderService, methodsOf(session, log));
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error === null ? resolve(bound) : reject(error)));
  });
  return { port, session, close: () => server.forceShutdown() };
}

function methodsOf(session: Session, log: EngineLog): UntypedServiceImplementation {
  return {
    handshake: answer(async (request: InstanceType<typeof messages.ProviderHandshakeRequest>) => {
      log.attach(request.getEngineAddress());
      return handshake();
    }),
    attach: answer(async (request: InstanceType<typeof messages.PluginAttach>) => {
      log.attach(request.getAddress());
      return new Empty();
    }),
    getPluginInfo: answer(async () => new messages.PluginInfo().setVersion(await ownVersion())),
    getSchema: answer(async () => new messages.GetSchemaResponse().setSchema(await schema())),
    checkConfig: answer(checkConfig),
    diffConfig: answer(diffConfig),
    configure: answer((request: InstanceType<typeof messages.ConfigureRequest>) => configure(session, request)),
    check: answer((request: InstanceType<typeof messages.CheckRequest>) => check(session, request)),
    diff: answer((request: InstanceType<typeof messages.DiffRequest>) => diff(session, request)),
    create: answer((request: InstanceType<typeof messages.CreateRequest>) => create(session, request)),
    read: answer((request: InstanceType<typeof messages.ReadRequest>) => read(session, request)),
    update: answer((request: InstanceType<typeof messages.UpdateRequest>) => update(session, request)),
    delete: answer((request: InstanceType<typeof messages.DeleteRequest>) => deleteRecord(session, request)),
    invoke: answer((request: InstanceType<typeof messages.InvokeRequest>) => invoke(session, request)),
    cancel: answer(() => cancel(session)),
  };
}

const answer =
  <Request, Answer>(method: (request: Request) => Promise<Answer>): handleUnaryCall<Request, Answer> =>
  ({ request }, callback) => {
    method(request).then(
      (done) => callback(null, done),
      (error: unknown) => callback(refusal(error)),
    );
  };

/** Only programs in languages without classes of their own ask for it. */
const schema = async () => JSON.stringify((await import("../../schema.json", { with: { type: "json" } })).default);
