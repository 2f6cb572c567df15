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
  const encoding = first(headers["content-encoding"]) ?? "";
  const isPacked = /^(x-)?gzip$/i.test(encoding);
  if (!isPacked) return body.text();
  const packed = await body.arrayBuffer();
  return packed.byteLength === 0 ? "" : unpack(packed);
}

function unpack(packed: ArrayBuffer): string {
  try {
    return new TextDecoder().decode(gunzipSync(packed, { maxOutputLength: largestResponse }));
  } catch (error) {
    // The text can't be read, so the code of the failure takes its place, such as Z_DATA_ERROR.
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
}

/**
 * Parses the body of a 2xx. Usually that is a JSON object. What else is accepted:
 *
 *     a list request      an array: as if it had the envelope
 *     a write             no body
 *     a DELETE            any JSON
 *
 * @throws ResponseShapeError if it is anything else
 */
export function parseRecord({ method, path, query }: Call, text: string, apiKey: string): Live {
  const json = parseJson(text);
  const value = withNumericIds(json);
  if (isObject(value)) return value;
  // Documented: lists have an envelope. Inferred (list-pages): where the description only says "list", the API may omit
  // it.
  const isListRequest = query?.page !== undefined;
  if (isListRequest && Array.isArray(value)) return { data: value };
  // Inferred (write-responses): a write may return no body, and a DELETE any JSON, such as null.
  const isEmpty = text.trim() === "";
  if (method !== "GET" && isEmpty) return {};
  const isJson = json !== undefined;
  if (method === "DELETE" && isJson) return {};
  // Part of a list or a record isn't quoted, because it may contain tokens and addresses of any record.
  const beginsListOrRecord = /^\s*[[{]/.test(text);
  const serverMessage = beginsListOrRecord
    ? "JSON that isn't a record, or is incomplete"
    : serverMessageIn(text, apiKey);
  throw new ResponseShapeError(malformedResponse.noObject({ request: `${method} ${path}`, serverMessage }));
}

/** Parses JSON; undefined if it is malformed. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Only an escape, such as `\ud83d`, can contain half of a surrogate pair.
    const mayBeIllFormed = /\\ud[89a-f]/i.test(text);
    return mayBeIllFormed ? wellFormed(value) : value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Replaces halves of surrogate pairs in all texts: a server that shortens texts may cut an emoji, and the protocol of providers rejects a
 * message with half of one.
 */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toWellFormed(), wellFormed(item)]));
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
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fieldWithNumericIds(name, item)]));
}

function fieldWithNumericIds(name: string, value: unknown): unknown {
  // Documented: an object whose contents are up to the user.
  if (name === "configuration") return value;
  const isIdAsText = idFields.test(name) && typeof value === "string" && recordIdText.test(value);
  return isIdAsText ? Number(value) : withNumericIds(value);
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

/** How much of a reason is made readable. A response may have megabytes, and only the first 300 characters of the result are shown. */
const longestReason = 100_000;

/**
 * Returns the reason in a response, on one short line and without the API key, which a server may quote. Documented for
 * the 429. Inferred (error-body): `error` always holds the reason. Any other body is shown, shortened.
 */
export function serverMessageIn(text: string, apiKey: string): string {
  // Spaces in place of characters that move a terminal's cursor, hide text or change its direction.
  const line = reasonIn(text)
    .slice(0, longestReason)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  if (line === "") return "no reason given";
  const shown = redact(line, [apiKey]);
  return shown.length > 300 ? `${shown.slice(0, 300).toWellFormed()}...` : shown;
}

function reasonIn(text: string): string {
  const value = parseJson(text);
  if (isObject(value) && typeof value.error === "string") return value.error;
  if (typeof value === "object" && value !== null) return inWords(value);
  return textOfPage(text);
}

/** Formats an object or a list as `errors.name: is invalid, errors.age: is missing`: easier to read than JSON, and complete. */
const inWords = (value: object): string => wordsAt("", value).filter(Boolean).join(", ");

/**
 * Returns the words for each value in a value.
 *
 * @param path where it is in the response: `errors.name`, and empty for the response itself
 */
function wordsAt(path: string, value: unknown): string[] {
  // Items have the path of their list.
  if (Array.isArray(value)) return value.flatMap((item) => wordsAt(path, item));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, item]) => wordsAt([path, name].filter(Boolean).join("."), item));
  }
  return [path === "" ? String(value) : `${path}: ${value}`];
}

/** An element whose content isn't shown, up to its closing tag or the end of the text. Styles may fill all of a page. */
const hiddenElement = /<(style|script|title)\b.*?(?:<\/\1>|$)/;

const tag = /<[^>]*>/;

const markup = new RegExp(`${hiddenElement.source}|${tag.source}`, "gis");

/** Returns the visible beginning of an HTML page, as sent by a proxy. Any other text is returned as it is. */
const textOfPage = (text: string): string => text.slice(0, 5_000).replace(markup, " ");
