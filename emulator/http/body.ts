import type { IncomingMessage } from "node:http";
import { HttpError } from "../http-error.ts";
import { hasInfinity, isTooDeep } from "../validation.ts";

/** Inferred: the API's description doesn't mention a limit for request bodies. */
export const largestBody = 1024 * 1024;

/** A request body, parsed once for the log and for the operation. */
export interface SentBody {
  /** The JSON value; the text if it isn't JSON; undefined if there is no readable body. */
  readonly value: unknown;
  readonly error: HttpError | undefined;
}

/** Reads a body of at most this many bytes. Documented: bodies are `application/json`. */
export async function readBody(request: IncomingMessage, most = largestBody): Promise<SentBody & { size: number }> {
  const bytes = await readBytes(request, most);
  if (!bytes) {
    const error = new HttpError(413, `the body is longer than ${most} bytes`, { connection: "close" });
    return { value: undefined, error, size: 0 };
  }
  const body = { ...parse(bytes), size: bytes.length };
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "");
  return isJson ? body : { ...body, error: new HttpError(415, "the header Content-Type must be application/json") };
}

export function objectIn({ value, error }: SentBody): Record<string, unknown> {
  if (error) throw error;
  // A body without an error is an object with string keys.
  return value as Record<string, unknown>;
}

/** Reads the bytes of a body; undefined if there are more than `most`. */
async function readBytes(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > most) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): SentBody {
  const text = textOf(bytes);
  if (text === undefined) return wrong(undefined, "is not valid UTF-8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong(text === "" ? undefined : text, "is not valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong(value, "must be a JSON object");
  if (isTooDeep(value)) return wrong(value, "is nested too deeply");
  // JSON.parse turns 1e999 into Infinity, which JSON can't represent.
  if (hasInfinity(value)) return wrong(value, "contains a number that is too large");
  return { value, error: undefined };
}

const wrong = (value: unknown, problem: string): SentBody => ({
  value,
  error: new HttpError(400, `the body ${problem}`),
});

// Fatal, so that bytes in another encoding are rejected instead of replaced.
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes a text; undefined if it isn't UTF-8. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
