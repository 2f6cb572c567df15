import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";
import { isTooDeep } from "./validation.ts";

/** Inferred: the description shows no limit of a request body. */
export const largestBody = 1024 * 1024;

/** Reads a request's body as text; undefined where it has more bytes than `most`. */
export async function readText(request: IncomingMessage, most: number = largestBody): Promise<string | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > most) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Reads a body as the API takes it, or refuses it. Documented: bodies are `application/json`. */
export function jsonObject(text: string | undefined, contentType: string | undefined): Record<string, unknown> {
  if (text === undefined)
    throw new Refusal(413, `the body is longer than ${largestBody} bytes`, { connection: "close" });
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ""))
    throw new Refusal(415, "the header Content-Type must be application/json");
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal(400, "the body must be a JSON object");
  if (isTooDeep(value)) throw new Refusal(400, "the body is nested too deeply");
  // A JSON value that is neither null nor an array is an object with text keys.
  return value as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal(400, "the body is not valid JSON");
    throw error;
  }
}
