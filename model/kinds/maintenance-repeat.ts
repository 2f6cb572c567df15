import { z } from "zod";
import * as field from "../api/field.ts";
import { endOfDay } from "../api/instant.ts";
import { textOf, withoutUndefined } from "../api/object.ts";
import { instant, type ValueType } from "./value-type.ts";

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

/**
 * Documented: the keys and their types, none of them "or null". Not shown: the values of `interval`,
 * `interval_options.type` and `enabled_days`, so any text is accepted. Inferred (completed-repeat): `interval_options` and
 * `end_on` may be missing.
 */
const eventRepeat = z
  .object(
    {
      interval: field.anyText,
      interval_options: z
        .object(
          { enabled_days: field.anyText.optional(), type: field.anyText.optional() },
          { error: "must be an object" },
        )
        .optional(),
      end_on: field.dateTime.optional(),
    },
    { error: "must be an object" },
  )
  .meta({ id: "EventRepeat" });

const respondedRepeat = z
  .object({
    interval: z.string(),
    interval_options: z.object({ enabled_days: z.string().nullish(), type: z.string().nullish() }).nullish(),
    end_on: field.timestamp.nullish(),
  })
  .meta({ id: "EventRepeatResponse" });

// Inferred (repeat-values): the API documents none of these values.
const intervals = ["daily", "weekly", "monthly", "yearly"];
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/**
 * How a maintenance repeats. Always sent as a whole, so that nothing of an earlier pattern remains. Not shown: the
 * values of `interval`, `type` and `enabledDays`; they are passed unchanged.
 */
export const repeat: ValueType<typeof eventRepeat, typeof respondedRepeat> = {
  schema: z
    .strictObject(
      {
        interval: field.anyText.meta({
          title: "RepeatInterval",
          examples: intervals,
          description:
            "How often it takes place. StatusHub doesn't document the values, so the provider sends yours unchanged.",
        }),
        options: z
          .strictObject(
            {
              enabledDays: field.anyText.optional().meta({
                title: "EnabledDays",
                examples: weekdays,
                description:
                  'Days of a weekly maintenance, such as `"sunday"` or `"monday,thursday"`. The format isn\'t documented.',
              }),
              type: field.anyText.optional().meta({
                description: "Type of the interval. StatusHub doesn't document the values.",
              }),
            },
            { error: "must be { enabledDays, type }" },
          )
          .optional()
          .meta({ title: "MaintenanceRepeatOptions", description: "Details of the interval." }),
        // Documented: a date-time, and not "or null".
        endOn: field.dateOrDateTime.optional().meta({
          description:
            "End of the series: a date, which includes that day, or a time in the same format as `startTime`. If you leave it out, " +
            "StatusHub decides how long the series lasts.",
        }),
      },
      { error: "must be { interval, options, endOn }" },
    )
    .meta({
      title: "MaintenanceRepeat",
      description:
        "How a maintenance repeats. Pulumi manages only the keys that you set. If one of them changes, it sends all of the pattern.",
    }),
  request: eventRepeat,
  response: respondedRepeat,
  toWire: (declared) => {
    const { interval, options, endOn } = declared as Repeat;
    return withoutUndefined({
      interval,
      interval_options: options && withoutUndefined({ enabled_days: options.enabledDays, type: options.type }),
      // Documented: a date-time.
      end_on: instant.toWire(endOfDay(endOn)),
    });
  },
  fromWire: (live, declared) => {
    const { interval, interval_options: options, end_on } = live as EventRepeat;
    const { enabled_days: enabledDays, type } = options ?? {};
    const named = withoutUndefined({ enabledDays: enabledDays ?? undefined, type: type ?? undefined });
    return withoutUndefined({
      interval,
      options: Object.keys(named).length > 0 ? named : undefined,
      endOn: endOnFrom(end_on, declared as Repeat | null | undefined),
    });
  },
  canonical: (wire) => {
    const { interval, interval_options: options, end_on } = wire as EventRepeat;
    const { enabled_days = null, type = null } = options ?? {};
    // In any order, the days are the same.
    const days = typeof enabled_days === "string" ? enabled_days.split(",").map((each) => each.trim()) : undefined;
    return {
      interval,
      enabled_days: days?.sort().join() ?? enabled_days,
      type,
      end_on: instant.canonical(endOfDay(end_on ?? null)),
    };
  },
  mayBecome: (wire, live, previous) =>
    mayBeKeptAs((wire ?? {}) as CanonicalRepeat, (live ?? {}) as CanonicalRepeat, (previous ?? {}) as CanonicalRepeat),
  project: onKeysOf,
};

interface CanonicalRepeat {
  readonly interval?: unknown;
  readonly enabled_days?: unknown;
  readonly type?: unknown;
  readonly end_on?: unknown;
}

const texts = ["interval", "enabled_days", "type"] as const;

/**
 * Not shown: the values of these fields, so a server may have its own name for each; but the unchanged old value isn't a name for
 * the new one. A server may also fill in missing values, but a different end is a real difference.
 */
function mayBeKeptAs(sent: CanonicalRepeat, kept: CanonicalRepeat, old: CanonicalRepeat): boolean {
  const isSpelled = (key: (typeof texts)[number]) => {
    const isSentAsKept = sent[key] === kept[key];
    const isFilledIn = sent[key] === null;
    if (isSentAsKept || isFilledIn) return true;
    const name = kept[key];
    return typeof name === "string" && name !== "" && name !== old[key];
  };
  // Inferred (series-end): the time of day of an end may not count.
  const dayOf = (time: unknown) => textOf(time).slice(0, 10);
  const hasSameEnd = sent.end_on === null || dayOf(sent.end_on) === dayOf(kept.end_on);
  return hasSameEnd && texts.every(isSpelled);
}

const isSpelledAlike = (one: unknown, other: unknown) =>
  textOf(one).trim().toLowerCase() === textOf(other).trim().toLowerCase();

/**
 * Returns the declared keys of the live pattern. Inferred (completed-repeat): StatusHub fills in missing values, such as a
 * fixed end. A key that the response lacks counts as declared. A different interval is a different pattern, whose options
 * are shown in full.
 */
function onKeysOf(live: unknown, wire: unknown): unknown {
  if (live === null || wire === null) return live;
  const shown = live as EventRepeat;
  const wanted = wire as EventRepeat;
  const isOtherPattern = shown.interval !== undefined && !isSpelledAlike(shown.interval, wanted.interval);
  if (isOtherPattern) {
    // An end that the program doesn't set isn't its concern.
    const { interval, interval_options } = shown;
    return wanted.end_on === undefined ? withoutUndefined({ interval, interval_options }) : live;
  }
  const hasEnd = wanted.end_on !== undefined && shown.end_on !== undefined;
  return withoutUndefined({
    interval: shown.interval ?? wanted.interval,
    interval_options: wanted.interval_options && optionsOn(shown.interval_options, wanted.interval_options),
    end_on: hasEnd ? shown.end_on : wanted.end_on,
  });
}

type Options = NonNullable<EventRepeat["interval_options"]>;

function optionsOn(live: Options | null | undefined, declared: Options): unknown {
  if (live === undefined) return declared;
  const shown: Record<string, unknown> = live ?? { enabled_days: null, type: null };
  return Object.fromEntries(
    Object.entries(declared).map(([key, value]) => [key, shown[key] === undefined ? value : shown[key]]),
  );
}

/** Returns the end in the program's own form if it is the same instant. */
function endOnFrom(live: unknown, declared: Repeat | null | undefined): unknown {
  if (live === null || live === undefined) return undefined;
  const { endOn } = declared ?? {};
  const instantOf = (end: unknown) => instant.canonical(endOfDay(end));
  const isSame = endOn !== undefined && instantOf(endOn) === instantOf(live);
  return isSame ? endOn : instant.fromWire(live, endOn);
}
