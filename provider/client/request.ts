import { gunzipSync } from "node:zlib";
import { Agent, type Dispatcher, errors, request as sendRequest } from "undici";
import type { Method } from "../../api/operation.ts";
import type { Connection } from "../config.ts";
import { apiError, NetworkError, ResponseShapeError, TimeoutError } from "./errors.ts";
import { parseRetryAfter } from "./retry-timing.ts";

/** An answer of the API: always a JSON object. */
export type ApiRecord = Record<string, unknown>;

export interface Call {
  readonly method: Method;
  /** Relative to the base URL, parameters filled in. */
  readonly path: string;
  readonly query?: Record<string, string | number>;
  readonly body?: ApiRecord;
}

/** Milliseconds that one attempt may take until the answer begins, and until it is complete. */
export interface TimeLimits {
  readonly answer: number;
  readonly complete: number;
}

export type SendOnce = (call: Call) => Promise<ApiRecord>;

/** An answer longer than this is not a record of this API. */
const largestAnswer = 32 * 1024 * 1024;

/**
 * Sends one request, once. Every outcome other than a 2xx with a JSON object is a typed error: `ApiError` and its
 * sub-classes for an answer, `NetworkError` for none.
 */
export function createSendOnce(connection: Connection, limits: TimeLimits): SendOnce {
  const dispatcher = new Agent({
    // One protocol for the real service and the emulator, so that both behave alike.
    allowH2: false,
    connect: { timeout: limits.answer },
    headersTimeout: limits.answer,
    // Between two parts of an answer; all of it together is limited for each request.
    bodyTimeout: limits.complete,
    maxResponseSize: largestAnswer,
    keepAliveTimeout: 10_000,
  });
  return async (call) => {
    const signal = AbortSignal.timeout(limits.complete);
    const { status, headers, text } = await exchange(connection, { dispatcher, signal }, call);
    if (status >= 200 && status < 300) return parseRecord(call, text);
    const retryAfter = headers["retry-after"];
    throw apiError(
      { status, method: call.method, path: call.path, words: wordsOf(text) },
      parseRetryAfter(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, Date.now()),
    );
  };
}

interface Exchange {
  readonly dispatcher: Agent;
  readonly signal: AbortSignal;
}

async function exchange(connection: Connection, { dispatcher, signal }: Exchange, call: Call) {
  try {
    const answer = await sendRequest(`${connection.baseUrl}${call.path}`, {
      dispatcher,
      signal,
      method: call.method,
      // Documented: optional, with this single value; sent so that a later revision does not change what we get.
      query: { api_version: "V3-R1", ...call.query },
      headers: {
        "x-api-key": connection.apiKey,
        accept: "application/json",
        // Without it a server may choose any encoding.
        "accept-encoding": "gzip",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
    });
    return { status: answer.statusCode, headers: answer.headers, text: await textOf(answer) };
  } catch (cause) {
    throw networkError(connection, call, cause);
  }
}

async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (headers["content-encoding"] !== "gzip") return body.text();
  return gunzipSync(await body.arrayBuffer(), { maxOutputLength: largestAnswer }).toString();
}

/** Codes of errors that arise before the first byte of a request leaves. */
const beforeSending = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

function networkError({ baseUrl }: Connection, call: Call, cause: unknown): NetworkError {
  const subject = `${call.method} ${call.path}`;
  if (isTimeout(cause)) {
    return new TimeoutError(`${subject} was accepted and not answered in time`, { sent: true, cause });
  }
  const code = codeOf(cause);
  const sent = !(cause instanceof errors.ConnectTimeoutError) && !beforeSending.has(code ?? "");
  const reason = code ?? (cause instanceof Error ? cause.name : "unknown error");
  return new NetworkError(
    sent
      ? `the connection broke during ${subject} (${reason})`
      : `the API at ${baseUrl} could not be reached for ${subject} (${reason})`,
    { sent, cause },
  );
}

// By name where it is the signal's: its error comes from Node, not from the HTTP client.
const isTimeout = (cause: unknown) =>
  cause instanceof errors.HeadersTimeoutError ||
  cause instanceof errors.BodyTimeoutError ||
  (cause instanceof DOMException && cause.name === "TimeoutError");

function codeOf(cause: unknown): string | undefined {
  // A name with several addresses fails with one error for all of them.
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

function parseRecord(call: Call, text: string): ApiRecord {
  const value = parseJson(text);
  if (isRecord(value)) return value;
  // Inferred: a DELETE may be answered without a body.
  if (call.method === "DELETE" && text.trim() === "") return {};
  throw new ResponseShapeError(
    `${call.method} ${call.path} was answered with success and without a JSON object (${wordsOf(text)})`,
  );
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

/** Documented for the 429, inferred for the rest: the reason stands in `error`. Any other body is shown, cut short. */
function wordsOf(text: string): string {
  const value = parseJson(text);
  const words = isRecord(value) && typeof value.error === "string" ? value.error : (plainWords(value) ?? text);
  const line = words.replace(/\s+/g, " ").trim();
  if (line === "") return "no reason given";
  return line.length > 300 ? `${line.slice(0, 300)}...` : line;
}

/**
 * The answer as a record of the API. Without an id it could never be read, changed or deleted again.
 *
 * @throws ResponseShapeError where there is none
 */
export function withId(answer: ApiRecord, { method, path }: { method: Method; path: string }): ApiRecord {
  const { id } = answer;
  // Documented: an integer, and of a Maintenance a string.
  if (typeof id === "number" || (typeof id === "string" && id !== "")) return answer;
  throw new ResponseShapeError(`${method} ${path} was answered with success and without the id of a record`);
}
