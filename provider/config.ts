import { unknownMark } from "../model/pulumi/mark-keys.ts";
import { type Connection, isLoopback, processEnvironment, type Source } from "./client/connection.ts";
import { ConfigError, isConfigError } from "./client/errors.ts";
import {
  dividedAddress,
  insecureBaseUrl,
  malformedAccount,
  malformedApiKey,
  malformedBaseUrl,
  noAccount,
  noApiKey,
  unknownRegion,
} from "./errors/access.ts";

/** Reads one setting, such as `statushub:apiKey`. Arguments of an explicit provider are read the same way. */
export type ReadSetting = (key: string) => string | undefined;

/** The environment variable of each setting. */
export const environmentNames = {
  apiKey: "STATUSHUB_API_KEY",
  account: "STATUSHUB_ACCOUNT",
  region: "STATUSHUB_REGION",
  baseUrl: "STATUSHUB_BASE_URL",
} as const;

export type Setting = keyof typeof environmentNames;

export const settingNames: readonly string[] = Object.keys(environmentNames);

/** An empty setting counts as missing. */
function settingsFrom(source: Source, setting: (name: Setting) => string | undefined) {
  const read = (name: Setting) => setting(name) || undefined;
  return { source, apiKey: read("apiKey"), account: read("account"), region: read("region"), baseUrl: read("baseUrl") };
}

type SettingsSource = ReturnType<typeof settingsFrom>;

/**
 * Finds the connection: arguments of an explicit provider, then stack configuration, then environment. The API key and
 * the address may come from different sources, but the address comes from one: `account` and `region`, or `baseUrl`,
 * which wins over them. So a base URL left in a shell never overrides the stack's account, and no account gets another
 * one's region.
 *
 * @throws ConfigError naming the settings that are missing, or the first that is wrong
 */
export function resolveConnection(read: ReadSetting, environment = processEnvironment): Connection {
  const sources = [
    settingsFrom(sourceOfConfigured(read), (name) => read(`statushub:${name}`)),
    settingsFrom("environment", (name) => environment[environmentNames[name]]),
  ] as const;
  const { apiKey, source: apiKeySource } = sources.find((each) => each.apiKey !== undefined) ?? sources[0];
  if (apiKey === undefined) {
    throw new ConfigError(sources.some(namesAccount) ? noApiKey.key() : noApiKey.keyAndAccount());
  }
  // HTTP forbids line breaks and the like in headers; the HTTP client would reject them with the API key in its
  // message.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new ConfigError(malformedApiKey({ source: apiKeySource }));
  return { baseUrl: findBaseUrl(...sources), apiKey, apiKeySource };
}

/**
 * The stack decides if it names an account, otherwise the environment. A region needs an account from the same source: combined with
 * another one it might select a wrong host.
 *
 *     stack      environment    address
 *     account    region         refused, unless the stack has a region or a base URL as well
 *     region     account        refused
 */
function findBaseUrl(stack: SettingsSource, environment: SettingsSource): string {
  if (namesAccount(stack)) {
    const mayLackRegion = (stack.region ?? stack.baseUrl) === undefined;
    const hasOnlyRegion = environment.region !== undefined && !namesAccount(environment);
    if (mayLackRegion && hasOnlyRegion) throw dividedBetween(stack, environment);
    return baseUrlOf(stack);
  }
  if (!namesAccount(environment)) throw new ConfigError(noAccount());
  if (stack.region !== undefined) throw dividedBetween(environment, stack);
  return baseUrlOf(environment);
}

const namesAccount = ({ account, baseUrl }: SettingsSource) => (account ?? baseUrl) !== undefined;

function dividedBetween(used: SettingsSource, { source, region }: SettingsSource): ConfigError {
  const other = used.baseUrl === undefined ? "account" : "base URL";
  return new ConfigError(dividedAddress({ region: JSON.stringify(region), source, other, otherSource: used.source }));
}

/** An explicit provider's arguments arrive like stack configuration, with its name added. */
function sourceOfConfigured(read: ReadSetting): Source {
  const provider = read("statushub:provider");
  return provider === undefined ? "Pulumi configuration" : `provider "${provider}"`;
}

/** Returns the problem with the configuration, if any. Settings that a preview doesn't know yet are skipped. */
export function findConfigProblem(read: ReadSetting): string | undefined {
  try {
    resolveConnection(read);
    return undefined;
  } catch (error) {
    if (!isConfigError(error)) throw error;
    const isWaiting = settingNames.some((name) => read(`statushub:${name}`) === unknownMark);
    return isWaiting ? undefined : error.message;
  }
}

export function findConnection(read: ReadSetting): Connection | undefined {
  try {
    return resolveConnection(read);
  } catch (error) {
    if (isConfigError(error)) return undefined;
    throw error;
  }
}

/** Documented: the two regions differ by host. */
export const hosts: ReadonlyMap<string, string> = new Map([
  ["us", "app.statushub.io"],
  ["eu", "app-eu1.statushub.io"],
]);

function baseUrlOf({ baseUrl, account = "", region = "us" }: SettingsSource): string {
  if (baseUrl !== undefined) return checkedUrl(baseUrl);
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(account)) {
    throw new ConfigError(malformedAccount({ account: JSON.stringify(account) }));
  }
  const host = hosts.get(region);
  if (host === undefined) throw new ConfigError(unknownRegion({ region: JSON.stringify(region) }));
  return `https://${account.toLowerCase()}.${host}/api/v3`;
}

function checkedUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === "";
  if (!isPlain || !/^https?:$/.test(url.protocol)) throw new ConfigError(malformedBaseUrl());
  // The API key is sent in a header, so plain HTTP would expose it to the network.
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new ConfigError(insecureBaseUrl({ origin: url.origin }));
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
