import { onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.ts";
import type { Declared } from "../../../model/api/form.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { failuresIn, fromStruct, send } from "../../engine-model/grpc.ts";
import { startNative } from "../../engine-model/native.ts";
import { resourceValue } from "../../engine-model/program.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";

export async function reachNative(options: EmulatorOptions = {}) {
  const emulator = await temporaryEmulator(options);
  const host = await startNative();
  const { client, connect, close } = await host.serve();
  onTestFinished(async () => {
    close();
    await host.close();
  });
  const configure = ({ url, apiKey }: Emulator, to = client) =>
    send(to, "configure", { args: { baseUrl: url, apiKey } });
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
      const response = await send(client, "invoke", { tok: `statushub:index:${name}`, args });
      const failures = failuresIn(response);
      return failures.length > 0 ? { failures } : fromStruct(response.getReturn());
    },
  };
}

export type Reached = Awaited<ReturnType<typeof reachNative>>;

export const urnOf = (kind: string, name = "one") => `urn:pulumi:test::unit::statushub:index:${kind}::${name}`;

export const reference = (kind: string, id: string) => resourceValue(urnOf(kind), id);

export async function addService({ emulator }: Reached, body: Declared): Promise<void> {
  await apiOf(emulator).post("/hubs/acme/services", body);
  emulator.clearRequests();
}
