import { randomUUID } from "node:crypto";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index.ts";
import { definitions } from "../../model/kinds/index.ts";
import { apiOf } from "../emulator/emulation.ts";
import { Deployment } from "../engine-model/deployment.ts";
import type { Values } from "../engine-model/grpc.ts";
import type { Host, Provider } from "../engine-model/host.ts";
import { samples, subjectOf } from "../samples/index.ts";

/** A request other than GET. */
export interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: Values | undefined;
}

/** One kind of resource on an emulator, deployed through one of the two providers. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export const hubs = [
  {
    subdomain: "acme",
    name: "Acme",
    groups: ["1", "2", "3", "4", "5", "6", "7", "8"],
    services: ["one", "two", "three"].map((name) => ({ group_id: 1, name })),
    subscribers: ["one@example.com", "two@example.com"].map((address) => ({
      subscriptions: [{ address, method_name: "email" as const, services_selection: { all: true } }],
    })),
  },
  { subdomain: "globex", name: "Globex", groups: ["9", "10"] },
];

/** Each command has its own key, so that it starts with the full rate limit and an empty cache. */
function createKeys() {
  const prefix = `key-of-a-command-${randomUUID()}`;
  return Array.from({ length: 200 }, (_, number) => ({
    key: `${prefix}-${number}`,
    role: "admin" as const,
    owner: "admin@example.com",
  }));
}

export async function createWorld(host: Host, kind: string, options: EmulatorOptions = {}) {
  const subject = subjectOf(kind);
  const { table } = subject.samples;
  const keys = createKeys();
  const emulator = await createEmulator({ limits: "off", strict: true, preset: { hubs, keys }, ...options });
  const given = new Set(emulator.records(table).map(({ id }) => id));

  const providers: Provider[] = [];
  let held: Provider | undefined;
  const startProcess = async (keepsMarks?: true): Promise<Provider> => {
    const apiKey = keys[providers.length]?.key ?? "out of keys";
    const access = { "statushub:baseUrl": emulator.url, "statushub:apiKey": apiKey };
    const provider = await host.connect(kind, access, keepsMarks, () => emulator.clock.now());
    providers.push(provider);
    return provider;
  };
  const deployAnother = () => new Deployment(kind, async () => held ?? startProcess());
  const deployment = deployAnother();
  return {
    ...subject,
    kind,
    emulator,
    deployment,
    deployAnother,
    /** @param keepsMarks whether values have Pulumi's marks of secrets */
    startProcess,
    get nextKey(): string {
      return keys[providers.length]?.key ?? "";
    },
    /** From now on, all operations run in one process, like those of one command. */
    async holdProcess(): Promise<Provider> {
      held = await startProcess();
      return held;
    },
    /** Returns everything that the provider has printed so far. */
    get printed(): string {
      return host.printed;
    },
    live: () => emulator.records(table).filter((row) => !("deleted" in row && row.deleted) && !given.has(row.id)),
    /** Returns the requests other than GET since the last call. */
    takeWrites(): Write[] {
      const writes = emulator.requests
        .filter(({ method }) => method !== "GET")
        .map(({ method, path, body }) => ({ method, path, body: body as Values | undefined }));
      emulator.clearRequests();
      return writes;
    },
    /** Sends a request from outside Pulumi, which is logged like any other. */
    send: (method: string, path: string, body?: Values) => send(emulator, method, path, body),
    changeManually: (body: Values) => changeManually(emulator, kind, { id: deployment.state?.id ?? "", body }),
    async close(): Promise<void> {
      for (const provider of providers) provider.close?.();
      await emulator.close();
    },
  };
}

/** Changes a record outside Pulumi, through the API but without a log entry. */
export async function changeManually(
  emulator: Emulator,
  kind: string,
  { id, body }: { readonly id: string; readonly body: Values },
): Promise<void> {
  const [{ subdomain } = { subdomain: "" }] = emulator.records("hubs");
  const path = definitions[kind]?.operations.update.path.replace("{subdomain}", subdomain).replace(/\{\w+\}/, id) ?? "";
  await send(emulator, "PUT", path, samples[kind]?.manually?.(body) ?? body);
  emulator.clearRequests();
}

async function send(emulator: Emulator, method: string, path: string, body?: Values): Promise<Values> {
  const response = await apiOf(emulator).send(method, path, body);
  if (response.status >= 300) throw new Error(`${method} ${path} failed: ${JSON.stringify(response.body)}`);
  return response.body;
}
