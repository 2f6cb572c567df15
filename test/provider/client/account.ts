import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.ts";
import { type Account, openAccount } from "../../../provider/client/account.ts";
import { Client, type ClientOptions } from "../../../provider/client/client.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { createRecordingClock } from "./recording-clock.ts";

export interface Reached {
  readonly emulator: Emulator;
  readonly account: Account;
}

type Options = ClientOptions & { readonly apiKey?: string };

/** An emulator and an account on it, as in one provider process. */
export async function reachEmulator(options: EmulatorOptions = {}, client: Options = {}): Promise<Reached> {
  const emulator = await temporaryEmulator(options);
  return { emulator, account: reachAgain(emulator, client) };
}

/** Another process with the same emulator: nothing is shared or cached. */
export function reachAgain(emulator: Emulator, { apiKey = emulator.apiKey, ...options }: Options = {}): Account {
  const connection = { baseUrl: emulator.url, apiKey, apiKeySource: "environment" } as const;
  return openAccount(connection, { clock: createRecordingClock(), ...options });
}

/** A client of another server on this machine. */
export async function reachServer(server: Server, { apiKey = "key-of-nobody", ...options }: Options = {}) {
  const { url: baseUrl } = await listening(server);
  const connection = { baseUrl, apiKey, apiKeySource: "environment" } as const;
  return new Client(connection, { clock: createRecordingClock(), ...options });
}

/** Lets a server listen on a port of this machine for as long as the test runs. */
export async function listening(server: Server) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  onTestFinished(close);
  return { port, url: `http://127.0.0.1:${port}/api/v3`, close };
}

export const acme = { subdomain: "acme" };
export const newService = { wire: { group_id: 1, name: "API" } };

export const failureOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => expect.unreachable("the request should have failed"),
    (error: unknown) => error,
  );
