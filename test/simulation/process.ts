import { globSync } from "node:fs";
import { join } from "node:path";
import type { DynamicProvider } from "../../provider/dynamic/handler.ts";
import { handler } from "../../provider/index.ts";
import { callError } from "../../provider/native/errors.ts";
import { check, create, deleteRecord, diff, read, update } from "../../provider/native/methods.ts";
import { Session } from "../../provider/native/session.ts";
import { pointer } from "../engine/import-file.ts";
import { type Client, OperationFailure, plain, type Values } from "../laws/grpc.ts";
import { type Provider, providerOf } from "../laws/host.ts";
import type { ProviderName } from "./program.ts";
import { keyOf } from "./server.ts";
import type { Processes } from "./steps.ts";

/** The address by which every provider process reaches the engine: those of one command share files under it. */
export const engineAddress = "127.0.0.1:1";

/**
 * The provider processes of one command. Each has a base URL of its own, so that nothing of the process before is in its
 * account; what the network sees of a process that was killed goes nowhere.
 */
export class CommandProcesses implements Processes {
  /** What the processes print, and what the engine is told to print. */
  printed = "";
  readonly #stack: string;
  readonly #baseUrl: string;
  readonly #kinds = new Map<string, DynamicProvider>();
  readonly #sessions = new Map<ProviderName, Session>();

  /** @param prefix of every path that these processes ask for */
  constructor(stack: string, prefix: string) {
    this.#stack = stack;
    this.#baseUrl = `http://127.0.0.1${prefix}/api/v3`;
  }

  provider(name: ProviderName, kind: string, urn: string): Provider {
    if (name === "dynamic") return dynamicProvider(this.#kind(kind), kind);
    return providerOf(clientOf(this.#session(name)), { urn });
  }

  #kind(kind: string): DynamicProvider {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const made = handler(kind) as DynamicProvider;
    made.configure({ config: { get: this.#setting } });
    this.#kinds.set(kind, made);
    return made;
  }

  /** The default native provider and an explicit one are two processes. */
  #session(name: ProviderName): Session {
    const known = this.#sessions.get(name);
    if (known !== undefined) return known;
    const session = new Session({
      say: (_, line) => {
        this.printed += `${line}\n`;
      },
      flush: async () => undefined,
      engine: engineAddress,
    });
    session.configure(this.#setting);
    this.#sessions.set(name, session);
    return session;
  }

  readonly #setting = (key: string): string | undefined => {
    if (key === "statushub:apiKey") return keyOf(this.#stack);
    return key === "statushub:baseUrl" ? this.#baseUrl : undefined;
  };
}

/** The native provider's methods without gRPC between: they take and return the same messages. */
function clientOf(session: Session): Client {
  type Callback = (error: unknown, response?: unknown) => void;
  const withCallback =
    <Request>(method: (session: Session, request: Request) => Promise<unknown>) =>
    (request: Request, callback: Callback) => {
      method(session, request).then(
        (response) => callback(null, response),
        (error: unknown) => callback(callError(error)),
      );
    };
  const methods = { check, diff, create, read, update, delete: deleteRecord };
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [name, withCallback(method as never)]),
  ) as never;
}

/** Pulumi's own process in front of the dynamic provider: JSON both ways, and the pointer in all that is kept. */
function dynamicProvider(provider: DynamicProvider, kind: string): Provider {
  const sent = (values: Values): Values => ({
    ...(JSON.parse(JSON.stringify(values)) as Values),
    __provider: pointer(kind),
  });
  const kept = (values: Values = {}): Values => plain(JSON.parse(JSON.stringify(values)) as Values);
  return {
    previewCreate: async () => [],
    async check(olds, news) {
      const { inputs, failures } = await provider.check(sent(olds), sent(news));
      return { inputs: kept(inputs), failures: failures.map(({ property, reason }) => `${property}: ${reason}`) };
    },
    async diff(id, olds, news) {
      const { changes, replaces = [], deleteBeforeReplace = false } = await provider.diff(id, sent(olds), sent(news));
      return { same: changes === false, replaces: replaces.length > 0, deleteBeforeReplace };
    },
    async create(inputs) {
      const { id, outs } = await failing(provider.create(sent(inputs)));
      return { id, outputs: kept(outs) };
    },
    async read(id, outputs) {
      const { id: found, props, inputs } = await failing(provider.read(id, sent(outputs)));
      return found === undefined ? undefined : { id: found, outputs: kept(props), inputs: kept(inputs) };
    },
    update: async (id, olds, news) => kept((await failing(provider.update(id, sent(olds), sent(news)))).outs),
    delete: (id, outputs) => failing(provider.delete(id, sent(outputs))),
  };
}

async function failing<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    const { message, id, properties } = error as Error & { id?: string; properties?: Values };
    const made = id === undefined || properties === undefined ? undefined : { id, outputs: plain(properties) };
    throw new OperationFailure(message, made);
  }
}

const folder = join(import.meta.dirname, "../../provider");

/**
 * Loads every module of the provider. It loads most of them when it needs them, which takes real time: in a scenario, time
 * passes only on demand.
 */
export async function preload(): Promise<void> {
  // The entry of the native provider starts a server.
  const files = globSync("**/*.ts", { cwd: folder }).filter((file) => file !== join("native", "index.ts"));
  await Promise.all(files.map((file) => import(/* @vite-ignore */ join(folder, file))));
}
