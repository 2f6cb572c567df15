import { randomUUID } from "node:crypto";
import { createEmulator, type Emulator, type EmulatorOptions, type Snapshot } from "../../emulator/index.ts";
import { definitions } from "../../kinds/index.ts";
import type { Definition } from "../../kinds/kind.ts";
import { Deployment } from "./deployment.ts";
import type { Values } from "./grpc.ts";
import type { Host, Provider } from "./host.ts";
import type { KindSamples } from "./samples/sample.ts";
import { samples } from "./samples.ts";

export interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: Values | undefined;
}

/** One kind of resource on an emulator, deployed through one of the two providers. */
export interface World {
  readonly emulator: Emulator;
  readonly kind: string;
  /** Through the native provider; otherwise through the dynamic one. */
  readonly isNative: boolean;
  readonly definition: Definition;
  readonly samples: KindSamples;
  readonly deployment: Deployment;
  /** Another one of the same kind, under the same account. */
  deployAnother(): Deployment;
  /** From now on everything is done in one process, as the operations of one command are. */
  holdProcess(): Promise<Provider>;
  /**
   * The provider in a process of its own.
   *
   * @param settings more of its configuration
   */
  startProcess(settings?: Readonly<Record<string, string>>): Promise<Provider>;
  /** The records of the kind that are not deleted, beside those that every world has. */
  live(): readonly { readonly id: number }[];
  /** All that the provider process has printed so far. */
  readonly printed: string;
  /** The requests other than GET since the last call. */
  takeWrites(): Write[];
  /** Remembers the records and the state; each call of the function that it returns brings both back. */
  remember(): () => void;
  /** Somebody else sends a request. It is in the log like any other. */
  send(method: string, path: string, body: Values): Promise<void>;
  /** Somebody else reads from the API. It leaves no trace in the log. */
  fetch(path: string): Promise<{ body: Values }>;
  /** Somebody else changes the record through the API. */
  changeByHand(body: Values): Promise<void>;
  close(): Promise<void>;
}

/**
 * The items that one provider tries where both run the same code on each, and one item takes many commands: they take turns,
 * so that every item is tried through one of them.
 */
export const shareOf = <Item>({ isNative }: World, items: readonly Item[]): Item[] =>
  items.filter((_, index) => index % 2 === Number(isNative));

const hubs = [
  { subdomain: "acme", name: "Acme", groups: ["1", "2", "3", "4", "5", "6", "7", "8"] },
  { subdomain: "globex", name: "Globex", groups: ["9", "10"] },
];

/** Each command gets a key of its own, so that it starts with an unused budget and remembers nothing of others. */
function createKeys() {
  const prefix = `key-of-a-command-${randomUUID()}`;
  return Array.from({ length: 400 }, (_, number) => ({
    key: `${prefix}-${number}`,
    role: "admin" as const,
    owner: "admin@example.com",
  }));
}

export async function createWorld(host: Host, kind: string, options: EmulatorOptions = {}): Promise<World> {
  const definition = definitions[kind];
  const kindSamples = samples[kind];
  if (definition === undefined || kindSamples === undefined) throw new Error(`There is no ${kind} to try.`);
  const keys = createKeys();
  const emulator = await createEmulator({ limits: "off", strict: true, preset: { hubs, keys }, ...options });
  await furnish(emulator);
  emulator.clearRequests();
  const given = new Set(emulator.records(kindSamples.table).map(({ id }) => id));

  let commands = 0;
  const providers: Provider[] = [];
  const connect = async (settings = {}): Promise<Provider> => {
    commands += 1;
    const apiKey = keys[commands]?.key ?? "out of keys";
    const config = { "statushub:baseUrl": emulator.url, "statushub:apiKey": apiKey, ...settings };
    const provider = await host.connect(kind, config);
    providers.push(provider);
    return provider;
  };
  let held: Provider | undefined;
  const deploy = () => new Deployment(async () => held ?? connect());
  const deployment = deploy();
  return {
    emulator,
    kind,
    isNative: host.isNative,
    definition,
    samples: kindSamples,
    deployment,
    deployAnother: deploy,
    get printed() {
      return host.printed;
    },
    startProcess: connect,
    async fetch(path) {
      const answer = await fetch(emulator.url + path, { headers: { "X-API-KEY": emulator.apiKey } });
      const body = (await answer.json()) as Values;
      emulator.clearRequests();
      return { body };
    },
    send: (method, path, body) => sendByHand(emulator, method, { path, body }),
    async holdProcess() {
      held = await connect();
      return held;
    },
    remember() {
      const snapshot = emulator.snapshot();
      const { state } = deployment;
      return () => {
        emulator.restore(snapshot);
        emulator.clearRequests();
        deployment.state = state;
      };
    },
    live: () =>
      emulator.records(kindSamples.table).filter((row) => !("deleted" in row && row.deleted) && !given.has(row.id)),
    takeWrites() {
      const writes = emulator.requests
        .filter(({ method }) => method !== "GET")
        .map(({ method, path, body }) => ({ method, path, body: body as Values | undefined }));
      emulator.clearRequests();
      return writes;
    },
    changeByHand: (body) => changeByHand(emulator, kind, { id: deployment.state?.id ?? "", body }),
    async close() {
      for (const provider of providers) provider.close?.();
      await emulator.close();
    },
  };
}

/** Puts into an emulator what the samples refer to. */
export async function furnish(emulator: Emulator): Promise<void> {
  furniture ??= await createFurniture(emulator);
  emulator.restore(furniture);
}

/** Made by requests once in a process: a hundred worlds need the same records. */
let furniture: Snapshot | undefined;

async function createFurniture(emulator: Emulator): Promise<Snapshot> {
  for (const name of ["one", "two", "three"]) {
    await sendByHand(emulator, "POST", { path: "/hubs/acme/services", body: { group_id: 1, name } });
  }
  for (const address of ["one@example.com", "two@example.com"]) {
    const subscription = { address, method_name: "email", services_selection: { all: true } };
    await sendByHand(emulator, "POST", { path: "/hubs/acme/subscribers", body: { subscriptions: [subscription] } });
  }
  return emulator.snapshot();
}

/** Somebody else changes a record of a kind through the API. It leaves no trace in the log. */
export async function changeByHand(emulator: Emulator, kind: string, { id, body }: Change): Promise<void> {
  const [{ subdomain } = { subdomain: "" }] = emulator.records("hubs");
  const path = definitions[kind]?.operations.update.path.replace("{subdomain}", subdomain).replace(/\{\w+\}/, id) ?? "";
  await sendByHand(emulator, "PUT", { path, body: samples[kind]?.byHand?.(body) ?? body });
  emulator.clearRequests();
}

interface Change {
  readonly id: string;
  readonly body: Values;
}

async function sendByHand(emulator: Emulator, method: string, { path, body }: { path: string; body: Values }) {
  const headers = { "X-API-KEY": emulator.apiKey, "content-type": "application/json" };
  const answer = await fetch(emulator.url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) {
    throw new Error(`${method} ${path} by hand was answered with ${answer.status}: ${await answer.text()}`);
  }
}
