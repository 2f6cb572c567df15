import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** Returns the delay of one message in milliseconds, drawn for each message. */
export type Delay = () => number;

export interface Latency {
  readonly out: Delay;
  readonly back: Delay;
}

/** 120 ms for a round trip. */
export const steady: Latency = { out: () => 60, back: () => 60 };

/** 60 to 180 ms, all of it before the request arrives, which varies the distances between arrivals most. */
export const uneven: Latency = { out: () => 60 + 120 * Math.random(), back: () => 0 };

export interface Line {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens a line with this latency to a server on this machine. */
export async function createLine(target: number, { out, back }: Latency): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const [from, to, delay] of [
      [client, upstream, out],
      [upstream, client, back],
    ] as const) {
      sockets.add(from);
      carry(from, to, delay);
      from.on("close", () => sockets.delete(from));
      // If the connection breaks on one side, the other side is closed too, so that its user notices.
      from.on("error", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Forwards data with a delay and in order. */
function carry(from: Socket, to: Socket, delay: Delay): void {
  let last = 0;
  const later = (pass: () => void) => {
    last = Math.max(last, performance.now() + delay());
    setTimeout(pass, Math.max(0, last - performance.now()));
  };
  from.setNoDelay(true);
  from.on("data", (chunk) => later(() => to.write(chunk)));
  from.on("end", () => later(() => to.end()));
}
