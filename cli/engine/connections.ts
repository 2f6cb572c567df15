import type { Declared } from "../../model/api/form.ts";
import { type Account, openAccount } from "../../provider/client/account.ts";
import { type Connection, resolveConnection } from "../../provider/config.ts";
import { isDefaultProvider, nameIn } from "../../provider/resource-type.ts";
import { findConnection } from "../connection.ts";
import { type ExportedResource, exportState, inClear } from "../project/exported.ts";
import type { Stack } from "../project/stack.ts";

/** Finds the account of a provider by the provider's URN. */
export type FindAccount = (provider: string) => Promise<Connection>;

/**
 * A default provider has the account of the stack configuration; an explicit one has its account in the state.
 *
 * @param resources the state, if it is known already
 */
export function createAccounts(stack: Stack, resources?: readonly ExportedResource[]): FindAccount {
  const found = new Map<string, Promise<Connection>>();
  let exported: Promise<ReadonlyMap<string, Declared>> | undefined;
  const find = async (provider: string): Promise<Connection> => {
    const name = nameIn(provider);
    if (isDefaultProvider(provider)) return findConnection({ cwd: stack.cwd, stack: stack.name });
    exported ??= readProviders(stack, resources);
    return resolveConnection(settingsOf(name, (await exported).get(provider) ?? {}));
  };
  return (provider) => {
    const connection = found.get(provider) ?? find(provider);
    found.set(provider, connection);
    return connection;
  };
}

/** Opens the account of a provider by the provider's URN. */
export type AccountOf = (provider: string) => Promise<Account>;

/**
 * Opens each account once, because two providers with the same key share its limits.
 *
 * @param resources the state, if it is known already
 */
export function openAccounts(stack: Stack, resources?: readonly ExportedResource[]): AccountOf {
  const connectionOf = createAccounts(stack, resources);
  const opened = new Map<string, Account>();
  return async (provider) => {
    const connection = await connectionOf(provider);
    const key = JSON.stringify([connection.baseUrl, connection.apiKey]);
    const account = opened.get(key) ?? openAccount(connection);
    opened.set(key, account);
    return account;
  };
}

/** Arguments of the native provider have no prefix; those of the dynamic provider are configuration keys. */
function settingsOf(name: string, inputs: Declared) {
  const settings = new Map<string, unknown>([["statushub:provider", inputs.apiKey === undefined ? undefined : name]]);
  for (const [key, value] of Object.entries(inputs)) {
    settings.set(key.startsWith("statushub:") ? key : `statushub:${key}`, inClear(value));
  }
  return (key: string): string | undefined => {
    const value = settings.get(key);
    return typeof value === "string" ? value : undefined;
  };
}

/** Reads the arguments of the stack's providers. They contain API keys in plain text, which must not reach a file or a stream. */
async function readProviders(stack: Stack, resources?: readonly ExportedResource[]): Promise<Map<string, Declared>> {
  const providers = (resources ?? (await exportState(stack))).filter(({ type }) =>
    type.startsWith("pulumi:providers:"),
  );
  return new Map(providers.map(({ urn, inputs = {} }) => [urn, inputs]));
}
