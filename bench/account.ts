import { createEmulator, type Emulator, type EmulatorOptions, type LoggedRequest } from "../emulator/index.ts";
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

/** Requests that arrived at the emulator, with times as the rate limits count them. */
export interface Arrivals {
  readonly writes: readonly LoggedRequest[];
  readonly reads: readonly LoggedRequest[];
  readonly refused: number;
  /** Milliseconds from the first to the last accepted write. */
  readonly span: number;
}

export function arrivalsAt({ emulator }: Service): Arrivals {
  const taken = emulator.requests.filter(({ status }) => status === 200);
  const writes = taken.filter(({ method }) => method !== "GET");
  const times = writes.map(({ time }) => time);
  return {
    writes,
    reads: emulator.requests.filter(({ method }) => method === "GET"),
    refused: emulator.requests.filter(({ status }) => status === 429).length,
    span: times.length === 0 ? 0 : Math.max(...times) - Math.min(...times),
  };
}
