import type { Declared } from "../model/api/form.ts";
import { withCodeOf, withoutCode } from "../model/problem.ts";
import { isDefaultProvider, nameIn } from "../model/pulumi/resource-type.ts";
import { type Account, openAccount, resolveConnection } from "../provider/inspect.ts";
import { advise } from "./advice.ts";
import { movedAccount, notAProject, unreadableConfiguration } from "./errors/command.ts";
import type { ConnectionOptions } from "./options.ts";
import { findProject } from "./project/folder.ts";
import { reasonOfRun, runShowingSecrets } from "./project/pulumi.ts";
import { type StackRecord, stackRecords } from "./project/record.ts";
import { configIn, type ExportedResource, exportState, inClear, type Stack, showConfig } from "./project/stack.ts";
import type { TimeLimit } from "./project/time-limit.ts";
import { CommandError, sentence } from "./terminal/failure.ts";

/** The key and the base URL of an account. */
export type Connection = Account["client"]["connection"];

/** How the account of a command is found. */
export interface AccountOptions extends ConnectionOptions {
  /** For calls of `pulumi`. @default they may take as long as they need */
  readonly limit?: TimeLimit | undefined;
}

interface Circumstances {
  /** @default the command reads them */
  readonly stackSettings?: StackSettings | undefined;
  /** Why the state of the stack isn't known, as a sentence. */
  readonly stateProblem?: string | undefined;
  /** Nothing is written to the page, so the account of the environment will do if the project doesn't say which it means. */
  readonly onlyReads?: true;
}

/**
 * Finds the account like the provider does: in the options, then in the stack configuration if the folder belongs to a
 * Pulumi project, then in the environment.
 *
 * @throws ConfigError naming the settings that are missing, or the first that is wrong
 * @throws CommandError if the configuration or the state of the stack can't be read and is needed
 */
export async function findConnection(
  options: AccountOptions,
  { stackSettings, stateProblem, onlyReads }: Circumstances = {},
): Promise<Connection> {
  const { settings, reason } = stackSettings ?? (await readStackSettings(options));
  // The environment may name another account than the stack that was asked for.
  if (reason !== undefined && options.stack !== undefined)
    throw new CommandError(unreadableConfiguration.stack({ stack: options.stack, reason }));
  const problem = reason ?? stateProblem;
  const read = settingsOf(options, settings);
  const isNamed = addressKeys.some((key) => read(key));
  if (problem !== undefined && !isNamed && !onlyReads)
    throw new CommandError(unreadableConfiguration.account({ reason: problem }));
  try {
    return resolveConnection(read);
  } catch (error) {
    if (reason === undefined || !(error instanceof Error)) throw error;
    const text = unreadableConfiguration.error({ problem: withoutCode(error.message), reason });
    throw new CommandError(withCodeOf(error.message, text));
  }
}

/** Each of these names an account, even without a region. */
const addressKeys = ["statushub:baseUrl", "statushub:account"];

/** The settings of a provider. */
export const settingKeys: readonly string[] = ["statushub:apiKey", "statushub:region", ...addressKeys];

/**
 * Returns the account that the options name, with the key of the environment; undefined if one of the two is missing. Then nothing
 * needs to be known of a stack.
 */
export function connectionWithoutStack(options: ConnectionOptions): Connection | undefined {
  const isNamed = options.account !== undefined || options.baseUrl !== undefined;
  if (!isNamed || !process.env[environmentOfKey]) return undefined;
  return resolveConnection(settingsOf(options, new Map()));
}

const environmentOfKey = "STATUSHUB_API_KEY";

/** Documented: account and region are in the name of the host. Most accounts are in the US. */
export function describeAccount({ baseUrl }: Pick<Connection, "baseUrl">): string {
  const [, account, region] = /^https:\/\/([^.]+)\.app(-eu1)?\.statushub\.io\//.exec(baseUrl) ?? [];
  if (account === undefined) return baseUrl;
  return region === undefined ? `account ${account}` : `account ${account} in region eu`;
}

/** Options replace account, region and base URL together, like the arguments of an explicit provider. */
export function settingsOf(options: ConnectionOptions, stack: ReadonlyMap<string, string>) {
  const named = new Map(Object.entries(namedBy(options)));
  const isNamed = namesAccount(options);
  return (key: string): string | undefined => (isNamed && named.has(key) ? named.get(key) : stack.get(key));
}

const namesAccount = (options: ConnectionOptions) =>
  Object.values(namedBy(options)).some((value) => value !== undefined);

/** The base URL of the account that the options name, whatever its key; undefined if they name none. */
export const baseUrlIn = (options: ConnectionOptions): string | undefined =>
  namesAccount(options)
    ? resolveConnection(settingsOf(options, new Map([["statushub:apiKey", "any"]]))).baseUrl
    : undefined;

const namedBy = ({ baseUrl, account, region }: ConnectionOptions) => ({
  "statushub:baseUrl": baseUrl,
  "statushub:account": account,
  "statushub:region": region,
});

export interface StackSettings {
  readonly settings: ReadonlyMap<string, string>;
  /** Why the configuration can't be read, as a sentence. */
  readonly reason?: string;
}

/** Reads the stack configuration with its secrets in plain text. It is empty outside of a Pulumi project. */
export async function readStackSettings({ cwd, stack, limit }: AccountOptions): Promise<StackSettings> {
  const unreadable = (problem: string) => ({ settings: new Map(), reason: sentence(withoutCode(problem)) });
  if (findProject(cwd) === undefined)
    return stack === undefined ? { settings: new Map() } : unreadable(notAProject({ folder: cwd }));
  try {
    const chosen = stack === undefined ? [] : ["--stack", stack];
    const run = await runShowingSecrets([...showConfig, ...chosen], { cwd, limit });
    return run.code === 0 ? { settings: configIn(run) } : unreadable(reasonOfRun(run));
  } catch (error) {
    if (error instanceof CommandError) return unreadable(error.message);
    throw error;
  }
}

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
