import { onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.ts";
import type { Declared } from "../../../model/api/form.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { type Client, fromStruct, messages, perform, toStruct } from "../../engine-model/grpc.ts";
import { startNative } from "../../engine-model/native.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";

type Message<Name extends keyof typeof messages> = InstanceType<(typeof messages)[Name]>;

interface Calls {
  readonly check: Message<"CheckResponse">;
  readonly checkConfig: Message<"CheckResponse">;
  readonly diff: Message<"DiffResponse">;
  readonly create: Message<"CreateResponse">;
  readonly read: Message<"ReadResponse">;
  readonly update: Message<"UpdateResponse">;
  readonly delete: unknown;
}

/** Sends a request with these fields, which are those of the protocol. */
export function send<Call extends keyof Calls>(client: Client, call: Call, fields: Declared): Promise<Calls[Call]> {
  const name = `${call.slice(0, 1).toUpperCase()}${call.slice(1).replace("Config", "")}Request` as "CheckRequest";
  const request = new messages[name]();
  for (const [field, value] of Object.entries(fields)) {
    const set = `set${field.slice(0, 1).toUpperCase()}${field.slice(1)}` as "setNews";
    request[set]((typeof value === "object" ? toStruct(value as Declared) : value) as ReturnType<typeof toStruct>);
  }
  return perform((callback) => client[call as "check"](request, callback as () => void)) as Promise<Calls[Call]>;
}

/** Returns the failures of a check, each as Pulumi prints it. */
export const failuresIn = (response: Message<"CheckResponse"> | Message<"InvokeResponse">): string[] =>
  response.getFailuresList().map((failure) => `${failure.getProperty()}: ${failure.getReason()}`);

export async function reachNative(
  options: EmulatorOptions = {},
  settings: Declared = {},
  own: { readonly urn: string; readonly id: string } | undefined = undefined,
) {
  const emulator = await temporaryEmulator(options);
  const host = await startNative();
  const { client, connect, close } = await host.serve();
  onTestFinished(async () => {
    close();
    await host.close();
  });
  const configure = ({ url, apiKey }: Emulator, to = client) => {
    const args = toStruct({ baseUrl: url, apiKey, ...settings });
    const request = new messages.ConfigureRequest().setArgs(args);
    if (own !== undefined) request.setUrn(own.urn).setId(own.id);
    return perform((callback) => to.configure(request, callback));
  };
  await configure(emulator);
  return {
    emulator,
    client,
    connect() {
      const another = connect();
      onTestFinished(() => another.close());
      return another;
    },
    configure,
    lines: host.lines,
    /** Calls a function; failed arguments are returned as `failures`. */
    async invoke(name: string, args: Declared): Promise<Declared> {
      const request = new messages.InvokeRequest().setTok(`statushub:index:${name}`).setArgs(toStruct(args));
      const response = await perform<Message<"InvokeResponse">>((callback) => client.invoke(request, callback));
      const failures = failuresIn(response);
      return failures.length > 0 ? { failures } : fromStruct(response.getReturn());
    },
  };
}

export type Reached = Awaited<ReturnType<typeof reachNative>>;

export const urnOf = (kind: string, name = "one") => `urn:pulumi:test::unit::statushub:index:${kind}::${name}`;

/** A resource as a program passes it to a provider that accepts resources. */
export const reference = (kind: string, id: string) => ({
  "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e",
  urn: urnOf(kind),
  id,
});

export async function addService({ emulator }: Reached, body: Declared): Promise<void> {
  await apiOf(emulator).post("/hubs/acme/services", body);
  emulator.clearRequests();
}
