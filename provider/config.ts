import { ConfigError, isConfigError } from "./client/errors.ts";

/** Where a key came from; the message for a refused key names it. */
export type Source = "Pulumi configuration" | "environment" | `provider "${string}"`;

/** What a client needs to reach one account. */
export interface Connection {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiKeySource: Source;
}

/** Names a key without showing it: by its last four characters, where it is long enough to hide the rest. */
export function nameOfKey({ apiKey, apiKeySource }: Connection): string {
  const ending = apiKey.length >= 12 ? `the one ending in ${apiKey.slice(-4)}, ` : "";
  return `${ending}from the ${apiKeySource}`;
}

/** Reads one setting; the keys are `statushub:apiKey` and its like. An explicit provider's arguments arrive the same way. */
export type ReadSetting = (key: string) => string | undefined;

const environmentNames = {
  apiKey: "STATUSHUB_API_KEY",
  account: "STATUSHUB_ACCOUNT",
  region: "STATUSHUB_REGION",
  baseUrl: "STATUSHUB_BASE_URL",
  verify: "STATUSHUB_VERIFY",
} as const;

type Setting = keyof typeof environmentNames;

/** The environment of this process: the only place from which the provider takes it. */
export const processEnvironment: NodeJS.ProcessEnv = process.env;

/** Settings that come from the same place. */
interface Place {
  readonly source: Source;
  readonly apiKey: string | undefined;
  readonly account: string | undefined;
  readonly region: string | undefined;
  readonly baseUrl: string | undefined;
}

function placeOf(source: Source, setting: (name: Setting) => string | undefined): Place {
  const read = (name: Setting) => setting(name) || undefined;
  return { source, apiKey: read("apiKey"), account: read("account"), region: read("region"), baseUrl: read("baseUrl") };
}

/**
 * Finds the connection: arguments of an explicit provider, then stack configuration, then environment. The key may come
 * from another place than the address. The address comes from one: `account` and `region`, or `baseUrl`, which wins over
 * them. So an account in the stack is never overruled by a base URL left in a shell, and none gets the region of another.
 *
 * @throws ConfigError naming every setting that is missing or wrong
 */
export function resolveConnection(read: ReadSetting, environment = processEnvironment): Connection {
  const places = [
    placeOf(sourceOfConfigured(read), (name) => read(`statushub:${name}`)),
    placeOf("environment", (name) => environment[environmentNames[name]]),
  ] as const;
  const { apiKey, source: apiKeySource } = places.find((place) => place.apiKey !== undefined) ?? places[0];
  if (apiKey === undefined) {
    throw new ConfigError(
      "No API key for StatusHub. Set the secret statushub:apiKey (pulumi config set --secret statushub:apiKey ...) or " +
        'STATUSHUB_API_KEY. To work without an account, run "npx pulumi-statushub emulator" and set the base URL and key that it prints.',
    );
  }
  // HTTP forbids line breaks and the like in a header; the client would refuse them with the key in its message.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new ConfigError(
      `The API key for StatusHub from the ${apiKeySource} holds spaces or characters that no key has. Set it again.`,
    );
  }
  return { baseUrl: findBaseUrl(...places), apiKey, apiKeySource };
}

/** A region without an account belongs to none: taken with that of another place, or dropped, it may lead to a wrong host. */
function findBaseUrl(configured: Place, environment: Place): string {
  const [place, other] = namesAccount(configured) ? [configured, environment] : [environment, configured];
  if (!namesAccount(place)) throw missingAccount();
  const isWhole = place === configured && (place.region ?? place.baseUrl) !== undefined;
  if (!isWhole && !namesAccount(other) && other.region !== undefined) throw dividedAddress(place, other);
  return baseUrlOf(place);
}

const namesAccount = ({ account, baseUrl }: Place) => (account ?? baseUrl) !== undefined;

function dividedAddress(place: Place, { source, region }: Place): ConfigError {
  const named = place.baseUrl === undefined ? "account" : "base URL";
  return new ConfigError(
    `The region ${JSON.stringify(region)} comes from the ${source}, and the ${named} from the ${place.source}. Set them in ` +
      "one place: statushub:account and statushub:region, or STATUSHUB_ACCOUNT and STATUSHUB_REGION. With a base URL, " +
      "remove the region.",
  );
}

/** An explicit provider passes its arguments the same way as the stack configuration arrives, and adds its name. */
function sourceOfConfigured(read: ReadSetting): Source {
  const provider = read("statushub:provider");
  return provider === undefined ? "Pulumi configuration" : `provider "${provider}"`;
}

/** What is wrong with the configuration, if anything is; settings that are not known yet are not judged. */
export function findConfigProblem(read: ReadSetting, isUnknown: (value: string) => boolean): string | undefined {
  try {
    resolveConnection(read);
    resolveVerify(read);
  } catch (error) {
    if (isConfigError(error)) return isWaiting(read, isUnknown) ? undefined : error.message;
    throw error;
  }
  return undefined;
}

/** The connection, where the settings name one. */
export function findConnection(read: ReadSetting): Connection | undefined {
  try {
    return resolveConnection(read);
  } catch (error) {
    if (isConfigError(error)) return undefined;
    throw error;
  }
}

const isWaiting = (read: ReadSetting, isUnknown: (value: string) => boolean) =>
  Object.keys(environmentNames).some((name) => {
    const value = read(`statushub:${name}`);
    return value !== undefined && isUnknown(value);
  });

/**
 * Whether a preview compares the program with the API: `report` shows all that an `up` would fail of, `strict` makes the
 * first of it an error.
 */
export type Verify = "off" | "report" | "strict";

const verifySettings: ReadonlyMap<string, Verify> = new Map([
  ["false", "off"],
  ["true", "report"],
  ["strict", "strict"],
]);

/** @throws ConfigError where the setting is none of these */
function resolveVerify(read: ReadSetting, environment = processEnvironment): Verify {
  const text = read("statushub:verify") || environment[environmentNames.verify] || "false";
  const verify = verifySettings.get(text);
  if (verify !== undefined) return verify;
  throw new ConfigError(
    `statushub:verify (or ${environmentNames.verify}) must be true, false or strict; got ${JSON.stringify(text)}.`,
  );
}

/** How to verify, where an account is configured: else there is nothing to compare a program with. */
export const findVerify = (read: ReadSetting, isUnknown: (value: string) => boolean): Verify =>
  isWaiting(read, isUnknown) || findConfigProblem(read, isUnknown) !== undefined ? "off" : resolveVerify(read);

const missingAccount = () =>
  new ConfigError(
    "No StatusHub account. Set statushub:account and, outside the US, statushub:region (or STATUSHUB_ACCOUNT and " +
      "STATUSHUB_REGION), or the whole statushub:baseUrl (STATUSHUB_BASE_URL). To work without an account, run " +
      '"npx pulumi-statushub emulator" and set the base URL that it prints.',
  );

// Documented: the two regions differ by host.
const hosts: ReadonlyMap<string, string> = new Map([
  ["us", "app.statushub.io"],
  ["eu", "app-eu1.statushub.io"],
]);

function baseUrlOf({ baseUrl, account = "", region = "us" }: Place): string {
  if (baseUrl !== undefined) return checkedUrl(baseUrl);
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(account)) {
    throw new ConfigError(
      `statushub:account must be the first label of the host that you sign in to, such as "acme"; got ${JSON.stringify(account)}.`,
    );
  }
  const host = hosts.get(region);
  if (host === undefined) {
    throw new ConfigError(`statushub:region must be "us" or "eu"; got ${JSON.stringify(region)}.`);
  }
  return `https://${account.toLowerCase()}.${host}/api/v3`;
}

/** Whether a host, as a URL has it, is this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== "" ||
    url.password !== "" ||
    url.search !== "" ||
    url.hash !== ""
  ) {
    throw new ConfigError(
      'statushub:baseUrl must be a plain https URL such as "https://acme.app.statushub.io/api/v3", without user, query or fragment.',
    );
  }
  // The key travels in a header: over plain http anybody on the way could read it.
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new ConfigError(
      `statushub:baseUrl ${url.origin} is not https. The API key is sent only over https, or to this machine itself.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
