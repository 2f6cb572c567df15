import type { Values } from "../../kinds/kind.ts";
import { type Connection, resolveConnection } from "../../provider/config.ts";
import { findConnection } from "../connection.ts";
import { mustRun, type Stack } from "../project/stack.ts";

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
    settings.set(key.startsWith("statushub:") ? key : `statushub:${key}`, plainText(value));
  }
  return (key: string): string | undefined => {
    const value = settings.get(key);
    return typeof value === "string" ? value : undefined;
  };
}

/** The form of a secret in a state that is exported with its secrets. */
function plainText(value: unknown): unknown {
  const { plaintext } = (value ?? {}) as { plaintext?: unknown };
  return typeof plaintext === "string" ? JSON.parse(plaintext) : value;
}

interface Exported {
  readonly deployment: { readonly resources?: readonly { urn: string; type: string; inputs?: Values }[] };
}

/** The arguments of all providers of a stack, their keys in plain text: they must reach no file and no stream. */
async function readProviders(stack: Stack): Promise<Map<string, Values>> {
  const exported = ["stack", "export", "--show-secrets"];
  const { stdout } = await mustRun(stack, exported, { purpose: "read the state of the stack" });
  const { resources = [] } = (JSON.parse(stdout) as Exported).deployment;
  const providers = resources.filter(({ type }) => type.startsWith("pulumi:providers:"));
  return new Map(providers.map(({ urn, inputs = {} }) => [urn, inputs]));
}
