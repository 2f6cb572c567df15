import { expect } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.ts";
import { type Account, openAccount } from "../../../provider/client/account.ts";
import type { ClientOptions } from "../../../provider/client/client.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { createRecordingClock } from "./recording-clock.ts";

export interface Reached {
  readonly emulator: Emulator;
  readonly account: Account;
}

/** An emulator and an account on it, as in one provider process. */
export async function reachEmulator(
  options: EmulatorOptions = {},
  client: ClientOptions & { apiKey?: string } = {},
): Promise<Reached> {
  const emulator = await temporaryEmulator(options);
  return { emulator, account: reachAgain(emulator, client) };
}

/** Another process with the same emulator: nothing is shared or cached. */
export function reachAgain(
  emulator: Emulator,
  { apiKey, ...options }: ClientOptions & { apiKey?: string } = {},
): Account {
  const connection = { baseUrl: emulator.url, apiKey: apiKey ?? emulator.apiKey, apiKeySource: "environment" } as const;
  return openAccount(connection, { clock: createRecordingClock(), ...options });
}

export const acme = { subdomain: "acme" };
export const newService = { wire: { group_id: 1, name: "API" } };

export const failureOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => expect.unreachable("the request should have failed"),
    (error: unknown) => error,
  );
