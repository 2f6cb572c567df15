import { globSync } from "node:fs";
import { join } from "node:path";
import type { DynamicProvider } from "../../provider/dynamic/handler.ts";
import { handler } from "../../provider/index.ts";
import { configure } from "../../provider/native/configure.ts";
import { callError } from "../../provider/native/errors.ts";
import { check, create, deleteRecord, diff, invoke, read, update } from "../../provider/native/methods.ts";
import { Session } from "../../provider/native/session.ts";
import { pointer } from "../engine/pointer.ts";
import { type Client, fromStruct, messages, OperationFailure, plain, toStruct, type Values } from "./grpc.ts";
import { type Provider, providerOf } from "./host.ts";
import type { ProviderName } from "./program.ts";
import type { Processes } from "./steps.ts";

/** The engine's address, which every provider process gets. Those of one command share files named after it. */
export const engineAddress = "127.0.0.1:1";

/**
 * The provider processes of one command. Each command has its own base URL, so that nothing of the previous processes is
 * in its account, and requests of killed processes go nowhere.
 */
export class CommandProcesses implements Processes {
  printed = "";
  /** The lines of the native provider, with the URNs that they are about. */
  readonly said: { readonly message: string; readonly urn: string }[] = [];
  readonly #apiKey: string;
  readonly #baseUrl: string;
  readonly #kinds = new Map<string, DynamicProvider>();
  readonly #sessions = new Map<ProviderName, Session>();

  /** @param prefix of the path of every request that these processes send */
  constructor(apiKey: string, prefix: string) {
    this.#apiKey = apiKey;
    this.#baseUrl = `http://127.0.0.1${prefix}/api/v3`;
  }

  provider(name: ProviderName, kind: string, urn: string): Provider {
    if (name === "dynamic") return dynamicProvider(this.#kind(kind), kind);
    return providerOf(clientOf(this.#session(name)), { urn });
  }

  /** Looks up a service with a function of the native provider. */
  async findService(hub: string, customId: string): Promise<void> {
    const request = new messages.InvokeRequest().setTok("statushub:index:getService");
    await invoke(this.#session("native"), request.setArgs(toStruct({ hub, customId })));
  }

  /** Ends the native providers, and removes what they shared with each other. */
  async end(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
  }

  #kind(kind: string): DynamicProvider {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const provider = handler(kind) as DynamicProvider;
    provider.configure({ config: { get: this.#setting } });
    this.#kinds.set(kind, provider);
    return provider;
  }

  /** The default native provider and an explicit one have their own processes. */
  #session(name: ProviderName): Session {
    const known = this.#sessions.get(name);
    if (known !== undefined) return known;
    const session = new Session({
      say: (_, line, urn = "") => {
        this.printed += `${line}\n`;
        this.said.push({ message: line, urn });
      },
      flush: async () => undefined,
      engine: engineAddress,
    });
    session.configure(this.#setting);
    this.#sessions.set(name, session);
    return session;
  }

  readonly #setting = (key: string): string | undefined => {
    if (key === "statushub:apiKey") return this.#apiKey;
    return key === "statushub:baseUrl" ? this.#baseUrl : undefined;
  };
}

/** The native provider's methods, called with the same messages but without gRPC. */
export function clientOf(session: Session): Client {
  type Callback = (error: unknown, response?: unknown) => void;
  const withCallback =
    <Request>(method: (session: Session, request: Request) => Promise<unknown>) =>
    (request: Request, callback: Callback) => {
      method(session, request).then(
        (response) => callback(null, response),
        (error: unknown) => callback(reported(error)),
      );
    };
  const methods = { configure, check, diff, create, read, update, delete: deleteRecord };
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [name, withCallback(method as never)]),
  ) as never;
}

/** Returns a call's error as the native provider reports it. If that fails, the process ends. */
function reported(error: unknown): unknown {
  try {
    return callError(error);
  } catch (cause) {
    return Object.assign(new Error("crashed", { cause }), { details: `the native provider has crashed: ${cause}` });
  }
}

/** Converts a result as Pulumi's process does. If anything in it is undefined, that fails and no response follows. */
function entry(values: Values = {}): Values {
  try {
    return plain(fromStruct(toStruct(values)));
  } catch (cause) {
    throw new OperationFailure(`Pulumi's process never responds: ${cause}`, undefined);
  }
}

/** Pulumi's process for dynamic providers: converts to JSON and back, and adds the pointer to inputs and outputs. */
function dynamicProvider(provider: DynamicProvider, kind: string): Provider {
  const sent = (values: Values): Values => ({
    ...(JSON.parse(JSON.stringify(values)) as Values),
    __provider: pointer(kind),
  });
  return {
    previewCreate: async () => undefined,
    previewUpdate: async () => undefined,
    async check(olds, news) {
      const { inputs, failures } = await provider.check(sent(olds), sent(news));
      return { inputs: entry(inputs), failures: failures.map(({ property, reason }) => `${property}: ${reason}`) };
    },
    async diff(id, olds, news) {
      const { changes, replaces = [], deleteBeforeReplace = false } = await provider.diff(id, sent(olds), sent(news));
      return { differs: changes, replaces: replaces.length > 0, deleteBeforeReplace };
    },
    async create(inputs) {
      const { id, outs } = await failing(provider.create(sent(inputs)));
      return { id, outputs: entry(outs) };
    },
    async read(id, outputs) {
      const { id: found, props, inputs } = await failing(provider.read(id, sent(outputs)));
      return found === undefined ? undefined : { id: found, outputs: entry(props), inputs: entry(inputs) };
    },
    update: async (id, olds, news) => entry((await failing(provider.update(id, sent(olds), sent(news)))).outs),
    delete: (id, outputs) => failing(provider.delete(id, sent(outputs))),
  };
}

async function failing<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    const { message, id, properties } = error as Error & { id?: string; properties?: Values };
    const partial = id === undefined || properties === undefined ? undefined : { id, outputs: entry(properties) };
    throw new OperationFailure(message, partial);
  }
}

const folder = join(import.meta.dirname, "../../provider");

/**
 * Loads every module of the provider in advance. The provider loads most of them on demand, which takes real time.
 */
export async function preload(): Promise<void> {
  // The entry of the native provider starts a server.
  const files = globSync("**/*.ts", { cwd: folder }).filter((file) => file !== join("native", "index.ts"));
  await Promise.all(files.map((file) => import(/* @vite-ignore */ join(folder, file))));
}
