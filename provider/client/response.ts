import { gunzipSync } from "node:zlib";
import type { Dispatcher } from "undici";
import type { z } from "zod";
import { recordIdText } from "../../model/api/field.ts";
import type { Live } from "../../model/api/form.ts";
import { isObject } from "../../model/api/object.ts";
import type { Operation } from "../../model/api/operation.ts";
import { malformedResponse } from "../errors/requests.ts";
import { type Call, ResponseShapeError } from "./errors.ts";
import { largestResponse } from "./limits.ts";
import { redact } from "./redact.ts";

/** Returns the value of a header; the first one if it is repeated. */
export const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

export async function readText({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (!/^(x-)?gzip$/i.test(first(headers["content-encoding"]) ?? "")) return body.text();
  const packed = await body.arrayBuffer();
  return packed.byteLength === 0 ? "" : unpack(packed);
}

function unpack(packed: ArrayBuffer): string {
  try {
    return new TextDecoder().decode(gunzipSync(packed, { maxOutputLength: largestResponse }));
  } catch (error) {
    // Such as Z_DATA_ERROR, because the message can't be read.
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
}

/**
 * Parses the body of a 2xx.
 *
 * @throws ResponseShapeError if it isn't a JSON object
 */
export function parseRecord({ method, path, query }: Call, text: string, apiKey: string): Live {
  const value = withNumericIds(parseJson(text));
  if (isObject(value)) return value;
  // Documented: lists have an envelope. Inferred (list-pages): where the description only says "list", the API may omit
  // it.
  if (query?.page !== undefined && Array.isArray(value)) return { data: value };
  // Inferred (write-responses): a write may return no body, and a DELETE any JSON, such as null.
  if (method !== "GET" && text.trim() === "") return {};
  if (method === "DELETE" && value !== undefined) return {};
  // Part of a list or a record isn't quoted, because it may contain tokens and addresses of any record.
  const serverMessage = /^\s*[[{]/.test(text)
    ? "JSON that isn't a record, or is incomplete"
    : serverMessageIn(text, apiKey);
  throw new ResponseShapeError(malformedResponse.noObject({ request: `${method} ${path}`, serverMessage }));
}

/** Parses JSON; undefined if it is malformed. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const mayBeIllFormed = /\\ud[89a-f]/i.test(text);
    return mayBeIllFormed ? wellFormed(value) : value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Replaces halves of surrogate pairs, which only an escape can contain: a server that shortens texts may cut an emoji. The
 * protocol of providers rejects a message with such a text, so every text becomes well-formed where it enters.
 */
function wellFormed(value: unknown): unknown {
  // This escapes a surrogate only if its other half is missing.
  const json = JSON.stringify(value);
  // Finds those, and escaped backslashes, so that the second of two isn't taken for the beginning of an escape.
  const halfOrBackslash = /\\ud...|\\\\/g;
  return JSON.parse(json.replace(halfOrBackslash, (found) => (found.startsWith("\\u") ? "\ufffd" : found)));
}

/** Formats an object as `errors.name: is invalid, errors.age: is missing`: easier to read than JSON, and complete. */
const objectInWords = (value: object): string => valuesInWords(value, "").filter(Boolean).join(", ");

/** @param path of the object in the response; items of a list have the list's path */
function valuesInWords(value: object, path: string): string[] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const itemPath = Array.isArray(value) ? path : [path, key].filter(Boolean).join(".");
    if (typeof item === "object" && item !== null) return valuesInWords(item, itemPath);
    return itemPath === "" ? String(item) : `${itemPath}: ${item}`;
  });
}

/** Characters of a reason that are cleaned before its line is shortened. */
const longestText = 100_000;

/** Returns the visible beginning of an HTML page, as sent by a proxy; its styles may fill all of it. */
const textOfPage = (text: string) =>
  text.slice(0, 5_000).replace(/<(style|script|title)\b.*?(?:<\/\1>|$)|<[^>]*>/gis, " ");

/**
 * Returns the reason in a response, on one short line and without the API key, which a server may quote. Documented for
 * the 429. Inferred (error-body): `error` always holds the reason. Any other body is shown, shortened.
 */
export function serverMessageIn(text: string, apiKey: string): string {
  // Spaces in place of characters that move a terminal's cursor, hide text or change its direction.
  const line = reasonIn(text)
    .slice(0, longestText)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  if (line === "") return "no reason given";
  const shown = redact(line, [apiKey]);
  return shown.length > 300 ? `${shown.slice(0, 300).toWellFormed()}...` : shown;
}

function reasonIn(text: string): string {
  const value = parseJson(text);
  if (isObject(value) && typeof value.error === "string") return value.error;
  if (typeof value === "object" && value !== null) return objectInWords(value);
  return textOfPage(text);
}

/**
 * Returns the response as a record. Without an ID it could never be read, updated or deleted. Inferred (record-shape):
 * the response is the record itself.
 *
 * @throws ResponseShapeError if the response has none
 */
export function withId(live: Live, { method, path }: Operation, recordId: z.ZodType): Live {
  if (recordId.safeParse(live.id).success) return live;
  throw new ResponseShapeError(malformedResponse.noId({ request: `${method} ${path}` }));
}

/** Fields that hold IDs, as documented. `custom_id` and similar are the user's own text. */
const idFields = /^(id|(group|parent|service|subscriber)_id)$/;

/**
 * Converts the IDs in a response to numbers. Inferred (record-ids): whether the server sends numbers or text, `"20003"`
 * and 20003 are one record. IDs of maintenances are documented as text but become numbers too if they consist of digits; in a path they
 * are the same.
 */
function withNumericIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumericIds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, normalized(name, item)]));
}

function normalized(name: string, item: unknown): unknown {
  if (typeof item === "string") return idFields.test(name) && recordIdText.test(item) ? Number(item) : item;
  // Documented: an object whose contents are up to the user.
  return name === "configuration" ? item : withNumericIds(item);
}
