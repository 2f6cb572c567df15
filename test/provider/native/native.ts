import { onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.ts";
import type { Values } from "../../../kinds/kind.ts";
import { fromStruct, messages, perform, toStruct } from "../../laws/grpc.ts";
import { startNative } from "../../laws/native.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";

export { fromStruct, messages, perform, toStruct };

/** The native provider over gRPC on its own emulator. */
export async function reachNative(options: EmulatorOptions = {}, settings: Values = {}) {
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
    return perform((callback) => to.configure(request, callback));
  };
  await configure(emulator);
  return {
    emulator,
    client,
    /** Another provider of the program, in the same process. */
    async configureAnother(other: Emulator) {
      const another = connect();
      onTestFinished(() => another.close());
      await configure(other, another);
      return another;
    },
    /** Lines that the engine has received. */
    lines: host.lines,
    /** Calls a function; failed arguments are returned as `failures`. */
    async invoke(name: string, args: Values): Promise<Values> {
      const request = new messages.InvokeRequest().setTok(`statushub:index:${name}`).setArgs(toStruct(args));
      const response = await perform<InstanceType<typeof messages.InvokeResponse>>((callback) =>
        client.invoke(request, callback),
      );
      const failures = response.getFailuresList().map((failure) => `${failure.getProperty()}: ${failure.getReason()}`);
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

/** Creates a service outside Pulumi. */
export async function addService({ emulator }: Reached, body: Values): Promise<void> {
  await fetch(`${emulator.url}/hubs/acme/services`, {
    method: "POST",
    headers: { "X-API-KEY": emulator.apiKey, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  emulator.clearRequests();
}
