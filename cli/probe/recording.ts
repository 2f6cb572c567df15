import { createHash } from "node:crypto";
import { parseInstant } from "../../model/api/instant.ts";
import { isObject } from "../../model/api/object.ts";
import { guesses } from "../../model/guesses/index.ts";
import { isMask } from "../../model/kinds/value-type.ts";
import { type Exchange, type Fields, jsonOf, placeOf, type Recording, recordOf } from "./exchange.ts";
import { markIn } from "./mark.ts";

/** Changes with the names of guesses and differences, so that answers to different tables aren't confused. */
export const guessesVersion = createHash("sha256")
  .update(JSON.stringify(Object.entries(guesses).map(([name, { otherwise }]) => [name, Object.keys(otherwise)])))
  .digest("hex")
  .slice(0, 8);

/** Fields with one of a few documented texts. */
const enumerations =
  /^(type|status|status_name|method_name|incident_type|state|interval|enabled_days|offset_type|content_type)$/;

/** The form of the API's own keys. Another key, as of a map, may be a name that the account has given. */
const fieldName = /^[a-z]+(_[a-z]+)*$/;

/**
 * Removes what the account has written: every text that the run hasn't sent becomes `(text of 12)`, and hubs become `HUB`.
 * Fields, types, numbers, times, IDs and enumerations stay, so that the recording can be judged again. An object without a
 * fixed form is left out: any of its keys and values may be a secret.
 */
export function redact(recording: Recording): Recording {
  const hubs = new Set(recording.exchanges.flatMap(({ path }) => /^\/hubs\/([^/]+)/.exec(path)?.[1] ?? []));
  hubs.delete(recording.mark);
  const names = new Map([...hubs].map((hub, index) => [hub, index === 0 ? "HUB" : `HUB${index + 1}`]));
  const hideBody = hidingBodies(recording, names);
  const exchanges = recording.exchanges.map((exchange) => ({
    ...exchange,
    path: exchange.path.replace(/^\/hubs\/([^/]+)/, (all, hub: string) => all.replace(hub, names.get(hub) ?? hub)),
    text: hideBody(exchange),
  }));
  return { ...recording, exchanges };
}

function hidingBodies(recording: Recording, names: ReadonlyMap<string, string>) {
  const sent = recording.exchanges.flatMap((exchange) => textsIn(exchange.sent));
  const made = new Set(recording.exchanges.filter(({ method }) => method === "POST").map(nameOf));
  /** @param isOurs of a record that the run has made */
  const hide = (value: unknown, key: string, { kind, isOurs }: { kind: string; isOurs: boolean }): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => hide(item, key, { kind, isOurs }));
    if (isObject(value) && key === "configuration") return maskIn(value);
    if (isObject(value)) {
      const isMade = value.id !== undefined && (made.has(`${kind} ${value.id}`) || markIn(value) === recording.mark);
      const within = { kind, isOurs: isOurs || isMade };
      const hideKey = (name: string) => names.get(name) ?? (fieldName.test(name) ? name : `(text of ${name.length})`);
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [hideKey(name), hide(item, name, within)]));
    }
    return typeof value === "string" ? (names.get(value) ?? hideText(value, key, { sent, isOurs })) : value;
  };
  return (exchange: Exchange): string => {
    const value = jsonOf(exchange);
    if (value !== undefined) return JSON.stringify(hide(value, "", { kind: placeOf(exchange).kind, isOurs: false }));
    const text = exchange.text.trim();
    return text === "" ? "" : `${text.startsWith("<") ? "<" : ""}(text of ${text.length})`;
  };
}

/** A mask of the only documented key says nothing of the account. */
const maskIn = ({ content_type }: Fields): Fields => (isMask(content_type) ? { content_type } : {});

const nameOf = (exchange: Exchange) => `${placeOf(exchange).kind} ${recordOf(exchange)?.id}`;

/** A text of ours is at least as long as this if somebody else's record, or no record, has it. */
const unlikely = 20;

interface Origin {
  readonly sent: readonly string[];
  /** Whether the text is of a record that the run has made. */
  readonly isOurs: boolean;
}

function hideText(text: string, key: string, { sent, isOurs }: Origin): string {
  if (parseInstant(text) !== undefined || (enumerations.test(key) && /^[\w,-]{0,40}$/.test(text))) return text;
  if (/^(id|(group|parent|service|subscriber)_id)$/.test(key) && /^[\w-]{1,20}$/.test(text)) return text;
  const own = text.toLowerCase();
  // StatusHub may keep a text of ours in another form: in capitals, shortened, or after something of the account.
  const least = isOurs ? 2 : unlikely;
  if (sent.some((each) => own.length > least && each.toLowerCase().startsWith(own))) return text;
  const ending = sent.find((each) => each.length > unlikely && own.endsWith(each.toLowerCase())) ?? "";
  return `(text of ${text.length - ending.length})${ending}`;
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
