import type { Values } from "../../kinds/kind.ts";
import { type Connection, resolveConnection } from "../../provider/config.ts";
import { findConnection } from "../connection.ts";
import { exportState, inClear } from "../project/exported.ts";
import type { Stack } from "../project/stack.ts";

/** Finds the account that a provider of a stack works on, by the provider's URN. */
export type FindAccount = (provider: string) => Promise<Connection>;

/** Default providers have the account of the stack configuration; explicit ones keep theirs in the state. */
export function createAccounts(stack: Stack): FindAccount {
  const found = new Map<string, Promise<Connection>>();
  let exported: Promise<ReadonlyMap<string, Values>> | undefined;
  const find = async (provider: string): Promise<Connection> => {
    const name = provider.split("::").at(-1) ?? "";
    if (/^(default(_\d.*)?)?$/.test(name)) return findConnection({ cwd: stack.cwd, stack: stack.name });
    exported ??= readProviders(stack);
    return resolveConnection(settingsOf(name, (await exported).get(provider) ?? {}));
  };
  return (provider) => {
    const connection = found.get(provider) ?? find(provider);
    found.set(provider, connection);
    return connection;
  };
}

/** The native provider's arguments have no prefix; those of the dynamic one are keys of the configuration. */
function settingsOf(name: string, inputs: Values) {
  const settings = new Map<string, unknown>([["statushub:provider", inputs.apiKey === undefined ? undefined : name]]);
  for (const [key, value] of Object.entries(inputs)) {
    settings.set(key.startsWith("statushub:") ? key : `statushub:${key}`, inClear(value));
  }
  return (key: string): string | undefined => {
    const value = settings.get(key);
    return typeof value === "string" ? value : undefined;
  };
}

/** The arguments of all providers of a stack, their keys in plain text: they must reach no file and no stream. */
async function readProviders(stack: Stack): Promise<Map<string, Values>> {
  const providers = (await exportState(stack)).filter(({ type }) => type.startsWith("pulumi:providers:"));
  return new Map(providers.map(({ urn, inputs = {} }) => [urn, inputs]));
}
