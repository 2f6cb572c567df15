import { Server, ServerCredentials } from "@grpc/grpc-js";
import engineService from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import type engine from "@pulumi/pulumi/proto/engine_pb.js";
import empty from "google-protobuf/google/protobuf/empty_pb.js";
import { EngineLog } from "../../provider/native/log.ts";
import { startServer } from "../../provider/native/server.ts";
import { Session } from "../../provider/native/session.ts";
import { type Client, createClient, send } from "./grpc.ts";
import { type Host, type Provider, providerOf } from "./host.ts";
import { marksOf } from "./marks.ts";
import { clientOf } from "./process.ts";

interface NativeHost extends Host {
  readonly lines: readonly { readonly text: string; readonly urn: string }[];
  serve(): Promise<{ client: Client; connect(): Client; close(): void }>;
}

/** Starts the native provider in this process. Like each command of the engine, each connection has its own session. */
export async function startNative(): Promise<NativeHost> {
  const engine = await startEngine();
  const serve = async () => {
    const log = new EngineLog();
    log.attach(engine.address);
    // Unlike a real engine, this one runs many stacks at once.
    log.engine = undefined;
    const server = await startServer(log);
    const client = createClient(`127.0.0.1:${server.port}`);
    const close = () => {
      client.close();
      server.close();
      log.close();
    };
    return { client, connect: () => createClient(`127.0.0.1:${server.port}`), close };
  };
  const shared = await serve();
  return {
    lines: engine.lines,
    serve,
    get printed() {
      return engine.lines.map(({ text }) => text).join("\n");
    },
    async connect(...options) {
      const client = shared.connect();
      return { ...(await configured(client, options)), close: () => client.close() };
    },
    async close() {
      shared.close();
      engine.close();
    },
  };
}

/** Calls the code of the native provider without gRPC, which takes less time. Each connection has its own session. */
export async function startDirect(): Promise<Host> {
  const lines: string[] = [];
  const log = {
    say: (_: unknown, line: string) => void lines.push(line),
    flush: async () => undefined,
    engine: undefined,
  };
  return {
    get printed() {
      return lines.join("\n");
    },
    connect: (...options) => configured(clientOf(new Session(log, options[3])), options),
    close: async () => undefined,
  };
}

async function configured(
  client: Client,
  [kind, config, keepsMarks = false]: Parameters<Host["connect"]>,
): Promise<Provider> {
  const settings = Object.entries(config).map(([key, value]) => [key.replace("statushub:", ""), value]);
  const response = await send(client, "configure", { args: Object.fromEntries(settings) });
  const urn = `urn:pulumi:test::laws::statushub:index:${kind}::one`;
  return providerOf(client, { urn }, keepsMarks ? marksOf(response) : undefined);
}

/** The part of the engine that a native provider calls, which is its log. */
export async function startEngine() {
  const lines: { text: string; urn: string }[] = [];
  const server = new Server();
  server.addService(engineService.EngineService, {
    log: (
      call: { request: InstanceType<typeof engine.LogRequest> },
      callback: (error: null, response: unknown) => void,
    ) => {
      lines.push({ text: call.request.getMessage(), urn: call.request.getUrn() });
      callback(null, new empty.Empty());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { lines, address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
