import { parseInstant } from "../../model/api/instant.ts";
import { isObject } from "../../model/api/object.ts";
import { isMask } from "../../model/kinds/value-type.ts";
import type { Area } from "./areas.ts";
import { markIn } from "./probed-kinds.ts";

/** A request of a run, and its response as it arrived. */
export interface Exchange {
  /** What the request was for. */
  readonly step: string;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly sent?: Fields;
  /** 0 if there was no response. */
  readonly status: number;
  readonly date?: string;
  readonly text: string;
  /** When it was sent, and how long the response took, in milliseconds. */
  readonly at: number;
  readonly took: number;
}

/** Everything that a run has seen, from which it can be judged again later. */
export interface Recording {
  readonly mark: string;
  readonly areas: readonly Area[];
  /** Why areas were not tried, or only in part. */
  readonly skipped: { readonly [Name in Area]?: string };
  readonly exchanges: readonly Exchange[];
  /** How much of the limit other clients use; missing if the run was too short to tell. */
  readonly limit?: string | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** An exchange, and what its response says. */
export interface Seen extends Exchange {
  /** The collection of the path, such as `services`. */
  readonly kind: string;
  /** Whether the path names one of its records. */
  readonly isOne: boolean;
  /** The body; undefined if it isn't JSON. */
  readonly json: unknown;
  /** The record in the response, or below its only key. */
  readonly record: Fields | undefined;
  /** The records, if the response is a list. */
  readonly list: readonly Fields[] | undefined;
  readonly isSuccess: boolean;
  /** A status that says no to this request. Inferred (rejection-status): which ones. */
  readonly isRejection: boolean;
  /** Whether it shows that its record is gone. */
  readonly isGone: boolean;
}

export function see(exchange: Exchange): Seen {
  const { path, status, text } = exchange;
  const names = path.split("/").slice(1);
  const isOne = names.length % 2 === 0;
  const json = parsed(text);
  const isSuccess = status >= 200 && status < 300;
  const record = isSuccess ? recordIn(json) : undefined;
  const data = isObject(json) ? json.data : json;
  return {
    ...exchange,
    kind: names.at(isOne ? -2 : -1) ?? "",
    isOne,
    json,
    record,
    list: isSuccess && Array.isArray(data) ? data.filter(isObject) : undefined,
    isSuccess,
    isRejection: [400, 409, 422].includes(status),
    isGone: [404, 410].includes(status) || isDeleted(record ?? {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function recordIn(value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined;
  if (value.id !== undefined) return value;
  const [only, ...others] = Object.values(value);
  return others.length === 0 && isObject(only) && only.id !== undefined ? only : undefined;
}

export const flagsOf = ({ flags }: Fields): Fields => (isObject(flags) ? flags : {});

export const isDeleted = (record: Fields): boolean => flagsOf(record).deleted === true;

/** Whether two rejections say the same, apart from the numbers and the method in them. */
export function isAlike(one: Exchange, other: Exchange): boolean {
  const [first, second] = [one, other].map(({ text }) =>
    text.toLowerCase().replace(/\b(get|put|post|delete)\b|\b(?<!text of )\d+/g, ""),
  );
  return one.status === other.status && first === second;
}

/** @throws TypeError if a file is something else */
export function recordingIn(file: unknown): Recording {
  const recording = isObject(file) && isObject(file.recording) ? file.recording : {};
  const { mark, areas, skipped, exchanges } = recording;
  const isWhole = typeof mark === "string" && Array.isArray(areas) && isObject(skipped) && Array.isArray(exchanges);
  if (!isWhole || !exchanges.every(isExchange)) throw new TypeError("it is another JSON file");
  return recording as unknown as Recording;
}

const isExchange = (value: unknown): boolean =>
  isObject(value) &&
  [value.step, value.method, value.path, value.text].every((text) => typeof text === "string") &&
  [value.status, value.at, value.took].every((number) => typeof number === "number");

/** Fields with one of a few documented texts. */
const enumerations =
  /^(type|status|status_name|method_name|incident_type|state|interval|enabled_days|offset_type|content_type)$/;

/** The form of the API's own keys. Another key, as of a map, may be a name that the account has given. */
const fieldName = /^[a-z]+(_[a-z]+)*$/;

/** A text of ours is at least as long as this if somebody else's record, or no record, has it. */
const unlikely = 20;

/**
 * Removes what the account has written: every text that the run hasn't sent becomes `(text of 12)`, and hubs become `HUB`.
 * Fields, types, numbers, times, IDs and enumerations stay, so that the recording can be judged again. An object without a
 * fixed form is left out: any of its keys and values may be a secret.
 */
export function redact(recording: Recording): Recording {
  const { mark, exchanges } = recording;
  const hubs = new Set(exchanges.flatMap(({ path }) => /^\/hubs\/([^/]+)/.exec(path)?.[1] ?? []));
  hubs.delete(mark);
  const names = new Map([...hubs].map((hub, index) => [hub, index === 0 ? "HUB" : `HUB${index + 1}`]));
  const sent = exchanges.flatMap((exchange) => textsIn(exchange.sent));
  const nameOf = (kind: string, record: Fields | undefined) => `${kind} ${record?.id}`;
  const posts = exchanges.filter(({ method }) => method === "POST").map(see);
  const made = new Set(posts.map(({ kind, record }) => nameOf(kind, record)));

  /** @param isOurs of a record that the run has made */
  const hide = (value: unknown, key: string, { kind, isOurs }: { kind: string; isOurs: boolean }): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => hide(item, key, { kind, isOurs }));
    if (isObject(value) && key === "configuration") return maskIn(value);
    if (isObject(value)) {
      const isMade = value.id !== undefined && (made.has(nameOf(kind, value)) || markIn(value) === mark);
      const within = { kind, isOurs: isOurs || isMade };
      const hideKey = (name: string) => names.get(name) ?? (fieldName.test(name) ? name : `(text of ${name.length})`);
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [hideKey(name), hide(item, name, within)]));
    }
    return typeof value === "string" ? (names.get(value) ?? hideText(value, key, isOurs)) : value;
  };
  const hideText = (text: string, key: string, isOurs: boolean): string => {
    if (parseInstant(text) !== undefined || (enumerations.test(key) && /^[\w,-]{0,40}$/.test(text))) return text;
    if (/^(id|(group|parent|service|subscriber)_id)$/.test(key) && /^[\w-]{1,20}$/.test(text)) return text;
    const own = text.toLowerCase();
    // StatusHub may keep a text of ours in another form: in capitals, shortened, or after something of the account.
    const least = isOurs ? 2 : unlikely;
    if (sent.some((each) => own.length > least && each.toLowerCase().startsWith(own))) return text;
    const ending = sent.find((each) => each.length > unlikely && own.endsWith(each.toLowerCase())) ?? "";
    return `(text of ${text.length - ending.length})${ending}`;
  };
  const hideBody = ({ kind, json, text }: Seen): string => {
    if (json !== undefined) return JSON.stringify(hide(json, "", { kind, isOurs: false }));
    const body = text.trim();
    return body === "" ? "" : `${body.startsWith("<") ? "<" : ""}(text of ${body.length})`;
  };
  const hidden = exchanges.map((exchange) => ({
    ...exchange,
    path: exchange.path.replace(/^\/hubs\/([^/]+)/, (all, hub: string) => all.replace(hub, names.get(hub) ?? hub)),
    text: hideBody(see(exchange)),
  }));
  return { ...recording, exchanges: hidden };
}

/** A mask of the only documented key says nothing of the account. */
const maskIn = ({ content_type }: Fields): Fields => (isMask(content_type) ? { content_type } : {});

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
