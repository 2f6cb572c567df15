import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index.ts";
import type { EmulatorAddress } from "./stack.ts";

/** An account on an emulator behind a simulated network. */
export interface Service extends EmulatorAddress {
  readonly emulator: Emulator;
  close(): Promise<void>;
}

/** The delays of one message in milliseconds, drawn for each message. */
export interface Latency {
  readonly out: () => number;
  readonly back: () => number;
}

/** 120 ms for a round trip. */
export const steady: Latency = { out: () => 60, back: () => 60 };

/** 60 to 180 ms, all of it before the request arrives, which varies the distances between arrivals most. */
export const uneven: Latency = { out: () => 60 + 120 * Math.random(), back: () => 0 };

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

/** Creates an account whose hub has this many services, at a steady latency. */
export function createFilledService(count: number): Promise<Service> {
  const services = Array.from({ length: count }, (_, index) => ({
    group_id: 1,
    name: `Service ${index}`,
    description: `What service ${index} is for`,
  }));
  return createService({ preset: { hubs: [{ subdomain: "acme", name: "Acme", groups: ["One"], services }] } }, steady);
}

/** Opens a line with this latency to a server on this machine. */
async function createLine(target: number, { out, back }: Latency) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    carry(client, upstream, out);
    carry(upstream, client, back);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Forwards data with a delay and in order: nothing overtakes what was sent before. */
function carry(from: Socket, to: Socket, delay: () => number): void {
  let lastArrival = 0;
  const afterDelay = (pass: () => void) => {
    lastArrival = Math.max(lastArrival, performance.now() + delay());
    setTimeout(pass, Math.max(0, lastArrival - performance.now()));
  };
  from.setNoDelay(true);
  from.on("data", (chunk) => afterDelay(() => to.write(chunk)));
  from.on("end", () => afterDelay(() => to.end()));
  // If the connection breaks on one side, the other side is closed too, so that its user notices.
  from.on("error", () => to.destroy());
}
