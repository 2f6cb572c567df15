import { z } from "zod";
import * as field from "../api/field.ts";
import { endOfDay } from "../api/instant.ts";
import { textOf, withoutUndefined } from "../api/object.ts";
import { instant, type ValueType } from "./value-type.ts";

/*
 * The pattern of a maintenance that repeats, in three forms:
 *
 *     declared          { interval: "weekly", options: { enabledDays: "monday,friday" }, endOn: "2030-01-31" }
 *     sent and shown    { interval: "weekly", interval_options: { enabled_days: "monday,friday" }, end_on: "2030-01-31T23:59:59Z" }
 *     canonical         { interval: "weekly", enabled_days: "friday,monday", type: null, end_on: "2030-01-31T23:59:59Z" }
 */

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

/** To compare two patterns: null for what is missing, and the days in alphabetical order. */
interface CanonicalRepeat {
  readonly interval?: unknown;
  readonly enabled_days?: unknown;
  readonly type?: unknown;
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
  mayBecome(wire, live, previous) {
    // Null or undefined if it didn't repeat before.
    const before = (previous ?? {}) as CanonicalRepeat;
    return mayBeKeptAs(wire as CanonicalRepeat, live as CanonicalRepeat, before);
  },
  project: declaredPartOf,
};

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

/** Whether a service that accepted a pattern may show it like this. */
function mayBeKeptAs(sent: CanonicalRepeat, shown: CanonicalRepeat, before: CanonicalRepeat): boolean {
  const names = ["interval", "enabled_days", "type"] as const;
  return mayBeEnd(sent.end_on, shown.end_on) && names.every((key) => mayBeNameOf(sent[key], shown[key], before[key]));
}

/** Any end if none was sent, otherwise one on the same day. Inferred (series-end): its time of day may not count. */
function mayBeEnd(sent: unknown, shown: unknown): boolean {
  const dayOf = (time: unknown) => textOf(time).slice(0, 10);
  const wasSent = sent !== null;
  return !wasSent || dayOf(sent) === dayOf(shown);
}

/**
 * Any value if none was sent, otherwise the same one, or another text: the API's description doesn't show the values, so a service may
 * have names of its own for them. But if it shows the value from before, it has ignored the new one.
 */
function mayBeNameOf(sent: unknown, shown: unknown, before: unknown): boolean {
  const wasSent = sent !== null;
  if (!wasSent || shown === sent) return true;
  const isFilled = typeof shown === "string" && shown !== "";
  const isFromBefore = shown === before;
  return isFilled && !isFromBefore;
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
  const isOtherInterval = shown.interval !== undefined && !isNamedAlike(shown.interval, declared.interval);
  return isOtherInterval ? comparedIfOther(shown, declared) : comparedIfSame(shown, declared);
}

const isNamedAlike = (one: unknown, other: unknown) =>
  textOf(one).trim().toLowerCase() === textOf(other).trim().toLowerCase();

/** All of the live pattern; its end only if one is declared. */
function comparedIfOther(shown: EventRepeat, declared: EventRepeat): unknown {
  const { interval, interval_options } = shown;
  const declaresEnd = declared.end_on !== undefined;
  return declaresEnd ? shown : withoutUndefined({ interval, interval_options });
}

function comparedIfSame(shown: EventRepeat, declared: EventRepeat): unknown {
  const declaresOptions = declared.interval_options != null;
  const declaresEnd = declared.end_on !== undefined;
  return withoutUndefined({
    interval: shown.interval ?? declared.interval,
    interval_options: declaresOptions ? comparedOptions(shown.interval_options, declared.interval_options) : undefined,
    end_on: declaresEnd ? shownOr(declared.end_on, shown.end_on) : undefined,
  });
}

type Options = EventRepeat["interval_options"];

/** Returns the declared options as the live pattern has them. */
function comparedOptions(shown: Options, declared: Options): unknown {
  if (shown === undefined) return declared;
  const compared = Object.entries(declared ?? {}).map(([key, value]) => {
    // Null if the pattern has no options at all.
    const option = shown === null ? null : shown[key as keyof typeof shown];
    return [key, shownOr(value, option)];
  });
  return Object.fromEntries(compared);
}

/** A key that a response lacks counts as declared. Null is a value: it shows that there is none. */
const shownOr = (declared: unknown, shown: unknown): unknown => (shown === undefined ? declared : shown);
