import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { portTaken } from "../errors.ts";

/** Context of the emulator's routes: Node's request and response. */
export interface Environment {
  Bindings: HttpBindings;
}

export interface Listening {
  readonly port: number;
  /** Closes every connection, including those in the middle of a response. */
  close(): Promise<void>;
}

// Longer than clients keep a connection open, so that we don't close one just as a client reuses it.
const keepAliveTimeout = 120_000;

/** Listens on 127.0.0.1 only, because the emulator's API keys aren't secret. */
export async function listen(app: Hono<Environment>, port: number): Promise<Listening> {
  // Without options for HTTP/2 or TLS, the server is a node:http server.
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions: { keepAliveTimeout },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new Error(portTaken({ port }), { cause: error })));
    server.listen(port, "127.0.0.1", resolve);
  });
  // A server that listens on a port has an address with one.
  const { port: actual } = server.address() as AddressInfo;
  return { port: actual, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
