import { malformedProxy } from "../../errors/configuration.ts";
import { isLoopback } from "../config.ts";
import { ConfigError } from "./errors.ts";

/** The settings that undici's agent reads from the environment by itself, where it is not given them. */
export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/**
 * The proxies that the environment names for a base URL. Loopback is never behind one: a proxy would look for the emulator
 * on its own machine, and see the key of plain http.
 *
 * @throws ConfigError where a proxy is no URL
 */
export function proxiesFor(baseUrl: string, environment: NodeJS.ProcessEnv): Proxies {
  if (isLoopback(new URL(baseUrl).hostname)) return { httpProxy: "", httpsProxy: "", noProxy: "*" };
  return {
    httpProxy: proxyIn(environment, "http_proxy"),
    httpsProxy: proxyIn(environment, "https_proxy"),
    noProxy: environment.no_proxy ?? environment.NO_PROXY ?? "",
  };
}

/** As curl has it: lower case wins, also where it is empty, and a proxy without a scheme is one of http. */
function proxyIn(environment: NodeJS.ProcessEnv, lowerCase: string): string {
  const name = environment[lowerCase] === undefined ? lowerCase.toUpperCase() : lowerCase;
  const text = environment[name]?.trim() ?? "";
  const url = text === "" || text.includes("://") ? text : `http://${text}`;
  if (url === "" || isProxy(url)) return url;
  // What it holds is not shown, as a password may be part of it.
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

/** The proxy as messages may show it: without user and password. */
export const hostOfProxy = ({ httpProxy, httpsProxy }: Proxies): string => new URL(httpsProxy || httpProxy).host;
