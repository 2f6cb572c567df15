import { Agent, buildConnector, type Dispatcher } from "undici";
import { largestAnswer, type TimeLimits } from "./bounds.ts";
import type { Clock } from "./clock.ts";
import { Durations } from "./durations.ts";
import type { Network } from "./send-window.ts";

/** The connections to one account: what requests are sent with, and what opening them has shown of the network. */
export interface Connections extends Network {
  /** Calls `onLeave` in the moment in which a request has its connection and is written to it. */
  dispatcherOf(onLeave: () => void): Dispatcher;
}

export function createConnections(baseUrl: string, clock: Clock, limits: TimeLimits): Connections {
  const openings = new Durations();
  // One protocol for the real service and the emulator, so that both behave alike.
  const open = buildConnector({ allowH2: false, timeout: limits.answer });
  const connect: buildConnector.connector = (options, callback) => {
    const begun = clock.now();
    open(options, (...result) => {
      if (result[0] === null) openings.add(clock.now() - begun);
      callback(...result);
    });
  };
  const agent = new Agent({
    allowH2: false,
    connect,
    headersTimeout: limits.answer,
    // Between two parts of a response; all of it together is limited for each request.
    bodyTimeout: limits.complete,
    maxResponseSize: largestAnswer,
    keepAliveTimeout: 10_000,
  });
  const { origin } = new URL(baseUrl);
  return {
    openings,
    hasConnection: () => freeConnections(agent, origin) > 0,
    dispatcherOf: (onLeave) => agent.compose(notifyingOf(onLeave)),
  };
}

function freeConnections({ stats }: Agent, origin: string): number {
  const pool = stats[origin];
  return pool !== undefined && "free" in pool ? pool.free : 0;
}

const notifyingOf =
  (onLeave: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      onLeave();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
