import { gunzipSync } from "node:zlib";
import { type Dispatcher, request as sendRequest } from "undici";
import type { Method } from "../../api/operation.ts";
import type { Connection } from "../config.ts";
import { largestAnswer, type TimeLimits } from "./bounds.ts";
import type { Connections } from "./connections.ts";
import { apiError, ResponseShapeError } from "./errors.ts";
import { networkError } from "./network-error.ts";
import type { Departure } from "./pace.ts";
import { redirectError } from "./redirect.ts";
import { parseRetryAfter } from "./retry-timing.ts";
import type { ServerTime } from "./server-time.ts";

/** A response of the API: always a JSON object. */
export type ApiRecord = Record<string, unknown>;

export interface Call {
  readonly method: Method;
  /** Relative to the base URL, parameters filled in. */
  readonly path: string;
  readonly query?: Record<string, string | number>;
  readonly body?: ApiRecord;
}

/** Sends one request, once, and reports to its departure when it left and how it went. */
export type SendOnce = (call: Call, departure: Departure, signal?: AbortSignal) => Promise<ApiRecord>;

export interface Sending {
  readonly connection: Connection;
  readonly connections: Connections;
  readonly limits: TimeLimits;
  readonly serverTime: ServerTime;
}

/**
 * Every outcome other than a 2xx with a JSON object is a typed error: `ApiError` and its sub-classes for a response,
 * `NetworkError` for none, `RedirectError` for an address that is not the API's.
 */
export function createSendOnce(sending: Sending): SendOnce {
  return async (call, departure, signal) => {
    const { status, headers, text, retryAfter } = await exchange(sending, call, { departure, signal });
    if (status >= 200 && status < 300) return parseRecord(call, text);
    if (status >= 300 && status < 400) throw redirectError(sending.connection, status, first(headers.location));
    throw apiError({ status, method: call.method, path: call.path, words: wordsOf(text) }, retryAfter);
  };
}

interface Attempt {
  readonly departure: Departure;
  readonly signal: AbortSignal | undefined;
}

async function exchange(
  { connection, connections, limits, serverTime }: Sending,
  call: Call,
  { departure, signal }: Attempt,
) {
  const timeout = AbortSignal.timeout(limits.complete);
  let sent = false;
  const onLeave = () => {
    sent = true;
    departure.left();
  };
  try {
    const answer = await sendRequest(`${connection.baseUrl}${call.path}`, {
      dispatcher: connections.dispatcherOf(onLeave),
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      method: call.method,
      // Documented: optional, with this single value; sent so that a later revision does not change what we get.
      query: { api_version: "V3-R1", ...call.query },
      headers: headersOf(connection, call),
      body: call.body === undefined ? null : JSON.stringify(call.body),
    });
    const { statusCode: status, headers } = answer;
    serverTime.note(first(headers.date));
    // A date is compared with the server's own time, as this machine's clock may be wrong.
    const retryAfter = parseRetryAfter(first(headers["retry-after"]), serverTime.now());
    if (status === 429) departure.refused(retryAfter);
    else departure.answered();
    return { status, headers, retryAfter, text: await textOf(answer) };
  } catch (cause) {
    departure.lost();
    throw networkError(connection, call, { cause, sent, isCancelled: signal?.aborted === true });
  }
}

const headersOf = ({ apiKey }: Connection, { body }: Call) => ({
  "x-api-key": apiKey,
  accept: "application/json",
  // Without it a server may choose any encoding.
  "accept-encoding": "gzip",
  ...(body === undefined ? {} : { "content-type": "application/json" }),
});

const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (headers["content-encoding"] !== "gzip") return body.text();
  return gunzipSync(await body.arrayBuffer(), { maxOutputLength: largestAnswer }).toString();
}

function parseRecord(call: Call, text: string): ApiRecord {
  const value = parseJson(text);
  if (isRecord(value)) return value;
  // Inferred: a DELETE may be answered without a body.
  if (call.method === "DELETE" && text.trim() === "") return {};
  throw new ResponseShapeError(`${call.method} ${call.path} returned success and no JSON object (${wordsOf(text)})`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isRecord = (value: unknown): value is ApiRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `errors.name: is invalid` for an object of another shape: easier to read than JSON, and nothing is left out. */
function plainWords(value: unknown, path = ""): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const items = Object.entries(value).map(([key, item]) => {
    const name = Array.isArray(value) ? path : [path, key].filter(Boolean).join(".");
    return plainWords(item, name) ?? (name === "" ? String(item) : `${name}: ${item}`);
  });
  return items.filter(Boolean).join(", ");
}

/** A proxy returns a page of HTML: what a reader would see of its beginning. */
const textOfPage = (text: string) => text.slice(0, 5_000).replace(/<(style|script|title)\b.*?<\/\1>|<[^>]*>/gis, " ");

/** Documented for the 429, inferred for the rest: the reason is in `error`. Any other body is shown, cut short. */
function wordsOf(text: string): string {
  const value = parseJson(text);
  const words =
    isRecord(value) && typeof value.error === "string" ? value.error : (plainWords(value) ?? textOfPage(text));
  const line = words.replace(/\s+/g, " ").trim();
  if (line === "") return "no reason given";
  return line.length > 300 ? `${line.slice(0, 300)}...` : line;
}
