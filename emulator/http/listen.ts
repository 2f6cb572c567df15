import type { Server } from "node:http";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { portTaken } from "../../errors/emulator.ts";

/** The context of the emulator's routes: Node's request and response. */
export interface Environment {
  Bindings: HttpBindings;
}

export interface Listening {
  readonly port: number;
  /** Ends every connection, also those in the middle of a response. */
  close(): Promise<void>;
}

// Longer than clients keep a connection, so that none is closed just as a client uses it again.
const keepAliveTimeout = 120_000;

/** Serves only on 127.0.0.1, because the emulator's keys are no secret. */
export async function listen(app: Hono<Environment>, port: number): Promise<Listening> {
  // Without options for HTTP/2 or TLS, the server is one of node:http.
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions: { keepAliveTimeout },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new Error(portTaken({ port }), { cause: error })));
    server.listen(port, "127.0.0.1", resolve);
  });
  return { port: portOf(server), close: () => close(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The emulator listens on no port.");
  return address.port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
