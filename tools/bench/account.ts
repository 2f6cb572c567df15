import { createEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index.ts";
import type { Account } from "./engine/stack.ts";
import { createLine, type Latency } from "./latency.ts";

/** An account on an emulator behind a simulated network. */
export interface Service extends Account {
  readonly emulator: Emulator;
  close(): Promise<void>;
}

export async function createService(options: EmulatorOptions, latency?: Latency): Promise<Service> {
  const emulator = await createEmulator(options);
  const { port, pathname } = new URL(emulator.url);
  const line = latency && (await createLine(Number(port), latency));
  return {
    emulator,
    url: line === undefined ? emulator.url : `http://127.0.0.1:${line.port}${pathname}`,
    apiKey: emulator.apiKey,
    async close() {
      await line?.close();
      await emulator.close();
    },
  };
}
