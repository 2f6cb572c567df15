import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { malformedProxy } from "../errors/access.ts";
import { isLoopback } from "./connection.ts";
import { ConfigError } from "./errors.ts";
import { keepAlive, largestResponse, type TimeLimits } from "./limits.ts";

export interface Connections {
  /**
   * Returns a dispatcher that calls `onSend` when a request has its connection and is being written to it. undici also calls it for a
   * request that was canceled before it had one, and then drops that.
   */
  dispatcherOf(onSend: () => void): Dispatcher;
  /** Host of the proxy used by the latest connection; undefined if it was direct. */
  readonly proxy: string | undefined;
}

export interface ConnectionsOptions {
  readonly limits: TimeLimits;
  /** Names the proxies: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case. */
  readonly environment: NodeJS.ProcessEnv;
}

export function createConnections(baseUrl: string, { limits, environment }: ConnectionsOptions): Connections {
  const proxies = proxiesFor(baseUrl, environment);
  // The same protocol for StatusHub and the emulator, so that both behave alike.
  const direct = buildConnector({ allowH2: false, timeout: limits.response });
  let proxy: string | undefined;

  const agent = new EnvHttpProxyAgent({
    ...proxies,
    allowH2: false,
    connect: direct,
    // For the tunnel through a proxy, which the agent opens with its own connector.
    connectTimeout: limits.response,
    proxyTls: { allowH2: false },
    // Connects to the proxy.
    clientFactory: (origin, options) =>
      new Pool(origin, { ...options, headersTimeout: limits.response }).compose(reportingRejection),
    // Connects to the API.
    factory: (origin, options) => {
      const { connect } = options as { connect: buildConnector.connector };
      // For a tunnel through a proxy, the agent passes a connector of its own.
      const isDirect = connect === direct;
      proxy = isDirect ? undefined : hostOfProxy(proxies);
      return new Pool(origin, options);
    },
    headersTimeout: limits.response,
    // Between two parts of a response; each request also limits the total time.
    bodyTimeout: limits.complete,
    maxResponseSize: largestResponse,
    keepAliveTimeout: keepAlive,
  });
  return {
    dispatcherOf: (onSend) => agent.compose(notifying(onSend)),
    get proxy() {
      return proxy;
    },
  };
}

/** Reports the status of a proxy that rejects a tunnel, such as 407. */
class RejectedTunnelError extends Error {
  override name = "RejectedTunnelError";
  readonly code: string;

  constructor(status: number) {
    super(`the proxy opens no tunnel (${status})`);
    this.code = String(status);
  }
}

// Otherwise, undici only gives the status in the text of an error.
const reportingRejection: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const upgrade = handler.onRequestUpgrade?.bind(handler);
  handler.onRequestUpgrade = (controller, status, headers, socket) => {
    if (status === 200) {
      upgrade?.(controller, status, headers, socket);
      return;
    }
    socket.destroy();
    handler.onResponseError?.(controller, new RejectedTunnelError(status));
  };
  return dispatch(options, handler);
};

/** Calls `onSend` when undici begins to write the request, which it only tells the request's handler. */
function notifying(onSend: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      onSend();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
}

/**
 * Returns the proxies that the environment names for a base URL, which undici's agent would otherwise read itself. Loopback
 * never uses one: a proxy would look for the emulator on its own machine, and would see the API key in plain HTTP.
 *
 * @throws ConfigError if a proxy isn't a URL
 */
export function proxiesFor(baseUrl: string, environment: NodeJS.ProcessEnv) {
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

/** Whether it is a URL of HTTP, whose user and password can be decoded. */
function isProxy(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return decodeURIComponent(`${username}:${password}`) !== "" && /^https?:$/.test(protocol);
  } catch {
    return false;
  }
}

/** Returns the proxy as messages may show it, without user and password. */
const hostOfProxy = ({ httpProxy, httpsProxy }: ReturnType<typeof proxiesFor>) => new URL(httpsProxy || httpProxy).host;
