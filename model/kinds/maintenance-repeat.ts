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
    const { interval, interval_options, end_on } = live as EventRepeat;
    return withoutUndefined({
      interval,
      options: optionsFrom(interval_options),
      endOn: endOnFrom(end_on, (declared as Repeat | null | undefined)?.endOn),
    });
  },
  canonical: (wire): CanonicalRepeat => {
    const { interval, interval_options: options, end_on } = wire as EventRepeat;
    return {
      interval,
      enabled_days: sortedDays(options?.enabled_days ?? null),
      type: options?.type ?? null,
      end_on: instant.canonical(endOfDay(end_on ?? null)),
    };
  },
  mayBecome: (wire, live, previous) =>
    mayBeKeptAs((wire ?? {}) as CanonicalRepeat, (live ?? {}) as CanonicalRepeat, (previous ?? {}) as CanonicalRepeat),
  project: declaredPartOf,
};

interface CanonicalRepeat {
  readonly interval?: unknown;
  readonly enabled_days?: unknown;
  readonly type?: unknown;
  readonly end_on?: unknown;
}

/** Returns the declared form of the options; undefined if there are none. */
function optionsFrom(live: EventRepeat["interval_options"]): unknown {
  const options = withoutUndefined({
    enabledDays: live?.enabled_days ?? undefined,
    type: live?.type ?? undefined,
  });
  return Object.keys(options).length > 0 ? options : undefined;
}

/** Returns the end in the program's own form if it is the same instant. */
function endOnFrom(live: unknown, declared: unknown): unknown {
  if (live === null || live === undefined) return undefined;
  const instantOf = (end: unknown) => instant.canonical(endOfDay(end));
  const isSame = declared !== undefined && instantOf(declared) === instantOf(live);
  return isSame ? declared : instant.fromWire(live, declared);
}

/** In any order, the days are the same. */
const sortedDays = (days: unknown): unknown =>
  typeof days === "string"
    ? days
        .split(",")
        .map((day) => day.trim())
        .sort()
        .join()
    : days;

/** A server may fill in missing values, but a different end is a real difference. */
function mayBeKeptAs(sent: CanonicalRepeat, kept: CanonicalRepeat, old: CanonicalRepeat): boolean {
  // Inferred (series-end): the time of day of an end may not count.
  const dayOf = (time: unknown) => textOf(time).slice(0, 10);
  const hasSameEnd = sent.end_on === null || dayOf(sent.end_on) === dayOf(kept.end_on);
  const keys = ["interval", "enabled_days", "type"] as const;
  return hasSameEnd && keys.every((key) => mayBeNameOf(sent[key], kept[key], old[key]));
}

/**
 * Not shown: the values of these fields, so a server may have its own name for each; but the unchanged old value isn't a name for
 * the new one.
 */
function mayBeNameOf(sent: unknown, kept: unknown, old: unknown): boolean {
  const isFilledIn = sent === null;
  if (isFilledIn || kept === sent) return true;
  return typeof kept === "string" && kept !== "" && kept !== old;
}

/**
 * Returns the part of a live pattern that is compared with the declared one. Inferred (completed-repeat): StatusHub fills in missing
 * values, such as a fixed end. So only the declared keys are compared, and one that the response lacks counts as declared. A different
 * interval is a different pattern, whose options are shown in full.
 *
 *     declared    weekly              weekly              weekly, end 2030
 *     live        weekly, end 2027    monthly, type x     weekly
 *     compared    weekly              monthly, type x     weekly, end 2030
 */
function declaredPartOf(live: unknown, wire: unknown): unknown {
  if (live === null || wire === null) return live;
  const shown = live as EventRepeat;
  const declared = wire as EventRepeat;
  const setsEnd = declared.end_on !== undefined;
  const isOtherPattern = shown.interval !== undefined && !isNamedAlike(shown.interval, declared.interval);
  if (isOtherPattern) {
    const { interval, interval_options } = shown;
    return setsEnd ? live : withoutUndefined({ interval, interval_options });
  }
  return withoutUndefined({
    interval: shown.interval ?? declared.interval,
    interval_options: declared.interval_options && declaredOptionsOf(shown.interval_options, declared.interval_options),
    end_on: setsEnd ? ifShown(shown.end_on, declared.end_on) : undefined,
  });
}

const isNamedAlike = (one: unknown, other: unknown) =>
  textOf(one).trim().toLowerCase() === textOf(other).trim().toLowerCase();

/** A response may show null, which counts. */
const ifShown = (live: unknown, declared: unknown): unknown => (live === undefined ? declared : live);

type Options = NonNullable<EventRepeat["interval_options"]>;

function declaredOptionsOf(live: Options | null | undefined, declared: Options): unknown {
  if (live === undefined) return declared;
  const shown: Record<string, unknown> = live ?? { enabled_days: null, type: null };
  return Object.fromEntries(Object.entries(declared).map(([key, value]) => [key, ifShown(shown[key], value)]));
}
