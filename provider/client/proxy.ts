import { isLoopback } from "../config.ts";
import { malformedProxy } from "../errors/account-and-key.ts";
import { ConfigError } from "./errors.ts";

/** Proxy settings that undici's agent would otherwise read from the environment. */
export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/**
 * Returns the proxies that the environment names for a base URL. Loopback never uses one: a proxy would look for the
 * emulator on its own machine, and would see the API key in plain HTTP.
 *
 * @throws ConfigError if a proxy isn't a URL
 */
export function proxiesFor(baseUrl: string, environment: NodeJS.ProcessEnv): Proxies {
  if (isLoopback(new URL(baseUrl).hostname)) return { httpProxy: "", httpsProxy: "", noProxy: "*" };
  return {
    httpProxy: proxyIn(environment, "http_proxy"),
    httpsProxy: proxyIn(environment, "https_proxy"),
    noProxy: environment.no_proxy ?? environment.NO_PROXY ?? "",
  };
}

/** Follows curl: lower case wins, even if empty, and a proxy without a scheme uses HTTP. */
function proxyIn(environment: NodeJS.ProcessEnv, lowerCase: string): string {
  const name = environment[lowerCase] === undefined ? lowerCase.toUpperCase() : lowerCase;
  const text = environment[name]?.trim() ?? "";
  const url = text === "" || text.includes("://") ? text : `http://${text}`;
  if (url === "" || isProxy(url)) return url;
  // The value isn't shown, because it may contain a password.
  throw new ConfigError(malformedProxy({ name }));
}

function isProxy(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && isDecodable(username) && isDecodable(password);
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Returns the proxy as messages may show it, without user and password. */
export const hostOfProxy = ({ httpProxy, httpsProxy }: Proxies): string => new URL(httpsProxy || httpProxy).host;
