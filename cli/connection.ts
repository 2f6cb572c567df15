import { withCodeOf, withoutCode } from "../model/problem.ts";
import { type Account, resolveConnection } from "../provider/inspect.ts";
import { notAProject, unreadableConfiguration } from "./errors/command.ts";
import type { ConnectionOptions } from "./options.ts";
import { findProject } from "./project/folder.ts";
import { reasonOfRun, runShowingSecrets } from "./project/pulumi.ts";
import { configIn, showConfig } from "./project/stack.ts";
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
  /** @default they are read */
  readonly stackSettings?: StackSettings | undefined;
  /** Why the state of the stack isn't known, as a sentence. */
  readonly stateProblem?: string | undefined;
  /** Nothing is written to the page. */
  readonly onlyReads?: true;
}

export interface StackSettings {
  readonly settings: ReadonlyMap<string, string>;
  /** Why the configuration can't be read, as a sentence. */
  readonly reason?: string;
}

/**
 * Finds the account like the provider does: in the options, then in the stack configuration if the folder belongs to a
 * Pulumi project, then in the environment.
 *
 * If configuration or state can't be read, the stack may have another account than the environment. Then the one of the environment
 * is only used if nothing is written, and the user hasn't named the stack.
 *
 * @throws ConfigError naming the settings that are missing, or the first that is wrong
 * @throws CommandError if the configuration or the state of the stack can't be read and is needed
 */
export async function findConnection(
  options: AccountOptions,
  { stackSettings, stateProblem, onlyReads }: Circumstances = {},
): Promise<Connection> {
  const { settings, reason } = stackSettings ?? (await readStackSettings(options));
  if (reason !== undefined && options.stack !== undefined)
    throw new CommandError(unreadableConfiguration.stack({ stack: options.stack, reason }));
  const read = settingsOf(options, settings);
  const isFromEnvironment = !addressKeys.some((key) => read(key));
  const problem = reason ?? stateProblem;
  if (isFromEnvironment && problem !== undefined && !onlyReads)
    throw new CommandError(unreadableConfiguration.account({ reason: problem }));
  try {
    return resolveConnection(read);
  } catch (error) {
    if (reason === undefined || !(error instanceof Error)) throw error;
    // What is missing may be in the configuration that can't be read, so the error says why it can't.
    const text = unreadableConfiguration.error({ problem: withoutCode(error.message), reason });
    throw new CommandError(withCodeOf(error.message, text));
  }
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

/** Each of these names an account, even without a region. */
export const addressKeys = ["statushub:baseUrl", "statushub:account"];

/** The settings of a provider. */
export const settingKeys: readonly string[] = ["statushub:apiKey", "statushub:region", ...addressKeys];

/** Options replace account, region and base URL together, like the arguments of an explicit provider. */
export function settingsOf(options: ConnectionOptions, stack: ReadonlyMap<string, string>) {
  const address = new Map(Object.entries(addressIn(options)));
  const isReplaced = hasAddress(options);
  return (key: string): string | undefined => (isReplaced && address.has(key) ? address.get(key) : stack.get(key));
}

const addressIn = ({ baseUrl, account, region }: ConnectionOptions) => ({
  "statushub:baseUrl": baseUrl,
  "statushub:account": account,
  "statushub:region": region,
});

/** Whether the options name a part of the address, even if that is only the region. */
const hasAddress = (options: ConnectionOptions): boolean =>
  Object.values(addressIn(options)).some((value) => value !== undefined);

/**
 * Returns the account that the options name, with the key of the environment; undefined if one of the two is missing. Then nothing
 * needs to be known of a stack.
 */
export function connectionWithoutStack(options: ConnectionOptions): Connection | undefined {
  const namesAccount = options.account !== undefined || options.baseUrl !== undefined;
  const hasKey = Boolean(process.env[environmentOfKey]);
  return namesAccount && hasKey ? resolveConnection(settingsOf(options, new Map())) : undefined;
}

const environmentOfKey = "STATUSHUB_API_KEY";

/** The base URL of the account that the options name, whatever its key; undefined if they have no part of the address. */
export function baseUrlIn(options: ConnectionOptions): string | undefined {
  if (!hasAddress(options)) return undefined;
  // A connection needs a key, which isn't part of the base URL.
  const anyKey = new Map([["statushub:apiKey", "any"]]);
  return resolveConnection(settingsOf(options, anyKey)).baseUrl;
}

/** Documented: account and region are in the name of the host. Most accounts are in the US. */
export function describeAccount({ baseUrl }: Pick<Connection, "baseUrl">): string {
  const [, account, region] = /^https:\/\/([^.]+)\.app(-eu1)?\.statushub\.io\//.exec(baseUrl) ?? [];
  if (account === undefined) return baseUrl;
  return region === undefined ? `account ${account}` : `account ${account} in region eu`;
}
