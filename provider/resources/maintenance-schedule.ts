import { z } from "zod";
import * as field from "../../api/field.ts";
import { type Doubt, instant, setOf, type ValueType } from "./value.ts";

interface Repeat {
  readonly interval: unknown;
  readonly options?: { readonly enabledDays?: unknown; readonly type?: unknown };
  readonly endOn?: unknown;
}

interface EventRepeat {
  readonly interval?: unknown;
  readonly interval_options?: { readonly enabled_days?: unknown; readonly type?: unknown } | null;
  readonly end_on?: unknown;
}

/** Texts that the API probably takes. */
interface Likely {
  readonly texts: readonly string[];
  /** @default one of `texts` */
  readonly pattern?: RegExp;
}

// Inferred: the API documents none of these texts.
const intervals: Likely = { texts: ["daily", "weekly", "monthly", "yearly"] };
const day = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const days: Likely = { texts: ["sunday", "monday,thursday"], pattern: new RegExp(`^${day}(?:,${day})*$`) };
const offsetTypes: Likely = { texts: ["start", "end"] };
const nothingKnown: Likely = { texts: [] };

function doubtsOf(path: Doubt["path"], text: unknown, { texts, pattern }: Likely): Doubt[] {
  if (typeof text !== "string" || texts.includes(text) || pattern?.test(text)) return [];
  return [{ path, text, likely: texts }];
}

function doubtsOfRepeat(declared: unknown): Doubt[] {
  const { interval, options: { enabledDays, type } = {} } = declared as Repeat;
  return [
    ...doubtsOf(["interval"], interval, intervals),
    ...doubtsOf(["options", "enabledDays"], enabledDays, days),
    ...doubtsOf(["options", "type"], type, nothingKnown),
  ];
}

/** Only the keys that have a value. */
const present = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/**
 * How a maintenance is repeated. Always sent as a whole, so that nothing of an earlier pattern is left. Not shown: the
 * values of `interval`, `type` and `enabledDays`; they pass as they are.
 */
export const repeat: ValueType = {
  schema: z.strictObject(
    {
      interval: field.text,
      options: z
        .strictObject(
          { enabledDays: field.text.optional(), type: field.text.optional() },
          { error: "must be { enabledDays, type }" },
        )
        .optional(),
      // Documented: a date-time, and not "or null".
      endOn: field.instant.optional(),
    },
    { error: "must be { interval, options, endOn }" },
  ),
  toWire: (declared) => {
    const { interval, options, endOn } = declared as Repeat;
    return present({
      interval,
      interval_options: options && present({ enabled_days: options.enabledDays, type: options.type }),
      end_on: endOn,
    });
  },
  fromWire: (live, declared) => {
    const { interval, interval_options: options, end_on } = live as EventRepeat;
    const { enabled_days: enabledDays, type } = options ?? {};
    const named = present({ enabledDays: enabledDays ?? undefined, type: type ?? undefined });
    return present({
      interval,
      options: Object.keys(named).length > 0 ? named : undefined,
      endOn: endOnFrom(end_on, declared as Repeat | null | undefined),
    });
  },
  canonical: (wire) => {
    const { interval, interval_options: options, end_on } = wire as EventRepeat;
    const { enabled_days = null, type = null } = options ?? {};
    return { interval, enabled_days, type, end_on: instant.canonical(end_on ?? null) };
  },
  // Not shown: the values of these texts, so a server may have its own name for each; an old value that stands still is
  // no name for the new one. A server may also fill in what was left out, but another end is another end.
  mayBecome: (wire, live, before) => {
    const [sent, kept, old] = [wire, live, before].map((value) => (value ?? {}) as CanonicalRepeat);
    const texts = ["interval", "enabled_days", "type"] as const;
    const isSpelled = (key: (typeof texts)[number]) => {
      const [wanted, found] = [sent?.[key], kept?.[key]];
      return wanted === found || wanted === null || (typeof found === "string" && found !== "" && found !== old?.[key]);
    };
    return (sent?.end_on === null || sent?.end_on === kept?.end_on) && texts.every(isSpelled);
  },
  project: onDeclaredKeys,
  doubts: doubtsOfRepeat,
};

interface CanonicalRepeat {
  readonly interval?: unknown;
  readonly enabled_days?: unknown;
  readonly type?: unknown;
  readonly end_on?: unknown;
}

const isSpelledAlike = (one: unknown, other: unknown) =>
  String(one).trim().toLowerCase() === String(other).trim().toLowerCase();

/**
 * Of the live pattern the declared keys count. Inferred: the service fills in what is left out, such as a fixed end. A key
 * that the response lacks is as declared. At another interval it is another pattern, whose options show as a whole.
 */
function onDeclaredKeys(live: unknown, declared: unknown): unknown {
  if (live === null || declared === null) return live;
  const { interval, interval_options: options, end_on } = live as EventRepeat;
  const wanted = declared as EventRepeat;
  if (interval !== undefined && !isSpelledAlike(interval, wanted.interval)) {
    return wanted.end_on === undefined ? present({ interval, interval_options: options }) : live;
  }
  return present({
    interval: interval ?? wanted.interval,
    interval_options: wanted.interval_options && optionsOn(options, wanted.interval_options),
    end_on: wanted.end_on === undefined || end_on === undefined ? wanted.end_on : end_on,
  });
}

type Options = NonNullable<EventRepeat["interval_options"]>;

function optionsOn(live: Options | null | undefined, declared: Options): unknown {
  if (live === undefined) return declared;
  const known: Record<string, unknown> = live ?? { enabled_days: null, type: null };
  return Object.fromEntries(
    Object.entries(declared).map(([key, value]) => [key, known[key] === undefined ? value : known[key]]),
  );
}

/** The end as the program spells it, where it is that one. */
function endOnFrom(live: unknown, declared: Repeat | null | undefined): unknown {
  const { endOn } = declared ?? {};
  if (live === null || live === undefined) return undefined;
  return endOn !== undefined && instant.canonical(endOn) === instant.canonical(live)
    ? endOn
    : instant.fromWire(live, endOn);
}

interface EventNotification {
  readonly offset_in_min?: unknown;
  readonly offset_type?: unknown;
}

const notificationOf = (item: unknown): EventNotification => {
  const { offset_in_min, offset_type } = (item ?? {}) as EventNotification;
  return { offset_in_min, offset_type };
};

const offsetsIn = (items: readonly unknown[]) =>
  JSON.stringify(items.map((item) => Number(notificationOf(item).offset_in_min)).sort((one, other) => one - other));

const notificationSet = setOf({
  schema: z.array(
    z.strictObject(
      { offsetInMin: z.int({ error: "must be a whole number of minutes" }), offsetType: field.text },
      { error: "must be { offsetInMin, offsetType }" },
    ),
    { error: "must be a list of { offsetInMin, offsetType }" },
  ),
  toWire: (item) => {
    const { offsetInMin, offsetType } = item as { offsetInMin: unknown; offsetType: unknown };
    return { offset_in_min: offsetInMin, offset_type: offsetType };
  },
  fromWire: (item) => ({
    offsetInMin: notificationOf(item).offset_in_min,
    offsetType: notificationOf(item).offset_type,
  }),
  canonical: notificationOf,
  key: (item) => JSON.stringify(notificationOf(item)),
  // The offsets are numbers and stay as they are; what they count from is a field.text that a server may name otherwise.
  mayBecome: (wire, live) => offsetsIn(wire) === offsetsIn(live),
});

/** Extra notifications of a maintenance. Documented: minutes, perhaps negative. Not shown: the values of `offsetType`. */
export const notifications: ValueType = {
  ...notificationSet,
  doubts: (declared) =>
    (declared as { offsetType: unknown }[]).flatMap(({ offsetType }, index) =>
      doubtsOf([index, "offsetType"], offsetType, offsetTypes),
    ),
};
