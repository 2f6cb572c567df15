import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { malformedProxy } from "../errors/access.ts";
import { isLoopback } from "./connection.ts";
import { ConfigError } from "./errors.ts";
import { keepAlive, largestResponse, type TimeLimits } from "./limits.ts";

export interface Connections {
  /**
   * Returns a dispatcher that calls `onSend` when a request has its connection and is being written to it. If a request is canceled before it
   * has a connection, `onSend` is called, too, although nothing is sent.
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

/**
 * Opens connections to the API: directly, or through a tunnel, which a proxy opens after a CONNECT. undici's agent chooses. It makes a pool
 * for each server:
 *
 *     the API, directly           `poolOfApi`, which connects by `connectDirectly`
 *     the API, through a proxy    `poolOfApi`, which connects by the agent's own connector: it asks the proxy for a tunnel
 *     the proxy                   `poolOfProxy`
 */
export function createConnections(baseUrl: string, { limits, environment }: ConnectionsOptions): Connections {
  const proxies = proxiesFor(baseUrl, environment);
  // HTTP/1.1 for StatusHub and the emulator, so that both behave alike.
  const allowH2 = false;
  const connectDirectly = buildConnector({ allowH2, timeout: limits.response });
  let proxy: string | undefined;

  function poolOfApi(origin: string | URL, options: object): Dispatcher {
    const isDirect = "connect" in options && options.connect === connectDirectly;
    proxy = isDirect ? undefined : hostOfProxy(proxies);
    return new Pool(origin, options);
  }

  const poolOfProxy = (origin: URL, options: object): Dispatcher =>
    new Pool(origin, { ...options, headersTimeout: limits.response }).compose(reportingRejection);

  const agent = new EnvHttpProxyAgent({
    ...proxies,
    factory: poolOfApi,
    clientFactory: poolOfProxy,
    allowH2,
    connect: connectDirectly,
    // These two are for the agent's own connectors, to the proxy and through the tunnel.
    connectTimeout: limits.response,
    proxyTls: { allowH2 },
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

/** A proxy has rejected a tunnel with this status, such as 407. Its code is the status, because messages show the code of an error. */
class RejectedTunnelError extends Error {
  override name = "RejectedTunnelError";
  readonly code: string;

  constructor(status: number) {
    super(`the proxy opens no tunnel (${status})`);
    this.code = String(status);
  }
}

/**
 * Makes a CONNECT fail with a `RejectedTunnelError` if the proxy rejects it. undici reports every response to a CONNECT as an upgrade, whatever
 * its status, and its agent only gives the status in the text of an error.
 */
const reportingRejection: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const upgrade = handler.onRequestUpgrade?.bind(handler);
  handler.onRequestUpgrade = (controller, status, headers, socket) => {
    const isOpened = status === 200;
    if (isOpened) {
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

/**
 * Returns the proxy that a variable names; empty if it names none. Follows curl: lower case wins, even if empty, and a proxy without a scheme
 * uses HTTP.
 */
function proxyIn(environment: NodeJS.ProcessEnv, lowerCase: string): string {
  const name = environment[lowerCase] === undefined ? lowerCase.toUpperCase() : lowerCase;
  const text = environment[name]?.trim() ?? "";
  if (text === "") return "";
  const url = text.includes("://") ? text : `http://${text}`;
  if (isProxy(url)) return url;
  // The value isn't shown, because it may contain a password.
  throw new ConfigError(malformedProxy({ name }));
}

/** Whether a text is a URL of HTTP whose user and password can be decoded, as undici does to send them. */
function isProxy(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    decodeURIComponent(username);
    decodeURIComponent(password);
    return protocol === "http:" || protocol === "https:";
  } catch {
    return false;
  }
}

/** Returns the proxy as messages may show it, without user and password. For HTTPS, undici uses the proxy of HTTP if there is no other. */
const hostOfProxy = ({ httpProxy, httpsProxy }: ReturnType<typeof proxiesFor>) => new URL(httpsProxy || httpProxy).host;
