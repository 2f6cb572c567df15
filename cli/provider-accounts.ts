import type { Declared } from "../model/api/form.ts";
import { isDefaultProvider, nameIn } from "../model/pulumi/resource-type.ts";
import { type Account, openAccount, resolveConnection } from "../provider/inspect.ts";
import { advise } from "./advice.ts";
import { type AccountOptions, addressKeys, type Connection, findConnection, type StackSettings } from "./connection.ts";
import { movedAccount } from "./errors/command.ts";
import { type StackRecord, stackRecords } from "./project/record.ts";
import { type ExportedResource, exportState, inClear, type Stack } from "./project/stack.ts";
import { CommandError } from "./terminal/failure.ts";

/** Opens the account of a provider by the provider's URN. */
export type AccountOf = (provider: string) => Promise<Account>;

interface OpeningOptions extends Pick<AccountOptions, "limit"> {
  /** @default they are read if needed */
  readonly resources?: readonly ExportedResource[] | undefined;
  /** @default they are read if needed */
  readonly stackSettings?: StackSettings | undefined;
  readonly print?: (line: string) => void;
  /** @default the API's limit */
  readonly readsPerSecond?: number;
  /** Returns when the hubs of a provider's records were created, by ID. @default hubs aren't compared */
  readonly creationsOf?: (provider: string) => ReadonlyMap<string, string>;
}

/**
 * A default provider has the account of the stack configuration; an explicit one has its account in the state. Each account is
 * opened once, because two providers with the same key share its limits.
 */
export function openAccounts(stack: Stack, opening: OpeningOptions = {}): AccountOf {
  const { resources, stackSettings, limit, creationsOf = () => new Map(), ...options } = opening;
  const byProvider = new Map<string, Promise<Account>>();
  const byKey = new Map<string, Account>();
  let exported: Promise<ReadonlyMap<string, Declared>> | undefined;
  const find = async (provider: string): Promise<Connection> => {
    if (isDefaultProvider(provider))
      return findConnection({ cwd: stack.cwd, stack: stack.name, limit }, { stackSettings });
    exported ??= readProviders(stack, { resources, limit });
    return resolveConnection(providerSettings(nameIn(provider), (await exported).get(provider) ?? {}));
  };
  const open = async (provider: string): Promise<Account> => {
    const connection = await find(provider);
    const creations = creationsOf(provider);
    const key = JSON.stringify([connection.baseUrl, connection.apiKey, ...creations]);
    const hubsInState = { creations, names: new Map() };
    const account = byKey.get(key) ?? openAccount(connection, { ...options, hubsInState });
    byKey.set(key, account);
    return account;
  };
  return (provider) => {
    const account = byProvider.get(provider) ?? open(provider);
    byProvider.set(provider, account);
    return account;
  };
}

/**
 * Opens accounts for commands that look for the records of a state: in another account, the same ID means another record. Whatever
 * names the account, its hubs must be those in the state.
 *
 * @param resources those of the state
 * @throws CommandError if the stack configuration or the environment names another account than in the last update
 */
export function openStateAccounts(
  stack: Stack,
  resources: readonly ExportedResource[],
  opening: OpeningOptions = {},
): AccountOf {
  const records = stackRecords(resources);
  const creationsOf = (provider: string) => hubCreationsIn(records.filter((each) => each.provider === provider));
  const accountOf = openAccounts(stack, { ...opening, creationsOf });
  const providers = new Map(resources.map((resource) => [resource.urn, resource]));
  return async (provider) => {
    const account = await accountOf(provider);
    const now = account.client.connection.baseUrl;
    const before = baseUrlBefore(nameIn(provider), providers.get(provider)?.inputs ?? {});
    if (before === undefined || before === now) return account;
    const command = advise("pulumi", ["up", "--refresh", "--run-program"], { stack: stack.name, cwd: stack.cwd });
    throw new CommandError(movedAccount({ before, now, command }));
  };
}

function hubCreationsIn(records: readonly StackRecord[]): Map<string, string> {
  const creations = records.flatMap(({ hub: { id }, hubCreatedAt }): [string, string][] =>
    id === undefined || hubCreatedAt === undefined ? [] : [[id, hubCreatedAt]],
  );
  return new Map(creations);
}

/** The base URL that a provider had in the last update; undefined if the state doesn't show it. */
function baseUrlBefore(name: string, inputs: Declared): string | undefined {
  const read = providerSettings(name, inputs);
  const address = Object.entries(inputs).filter(([key]) => /^(statushub:)?(region|baseUrl|account)$/.test(key));
  // One that is set as a secret is encrypted here.
  const isReadable = address.every(([, value]) => typeof inClear(value) === "string");
  if (!isReadable || !addressKeys.some((key) => read(key))) return undefined;
  return resolveConnection((key) => (key === "statushub:apiKey" ? "any" : read(key)), {}).baseUrl;
}

/** Arguments of the native provider have no prefix; those of the dynamic provider are configuration keys. */
export function providerSettings(name: string, inputs: Declared): (key: string) => string | undefined {
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
async function readProviders(
  stack: Stack,
  { resources, limit }: Pick<OpeningOptions, "resources" | "limit">,
): Promise<Map<string, Declared>> {
  const all = resources ?? (await exportState(stack, { limit }));
  const providers = all.filter(({ type }) => type.startsWith("pulumi:providers:"));
  return new Map(providers.map(({ urn, inputs = {} }) => [urn, inputs]));
}
