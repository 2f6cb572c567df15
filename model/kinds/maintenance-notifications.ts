import { z } from "zod";
import * as field from "../api/field.ts";
import { setOf } from "./value-type.ts";

/** Documented: minutes from start or end, may be negative. Not shown: the values of `offset_type`. */
const eventNotification = z
  .object(
    { offset_in_min: z.int({ error: "must be a whole number of minutes" }), offset_type: field.anyText },
    { error: "must be an object" },
  )
  .meta({ id: "EventNotification" });

// Inferred (repeat-values): the API documents none of these values.
const offsetTypes = ["start", "end"];

interface EventNotification {
  readonly offset_in_min?: unknown;
  readonly offset_type?: unknown;
}

const notificationOf = (item: unknown): EventNotification => {
  const { offset_in_min, offset_type } = (item ?? {}) as EventNotification;
  return { offset_in_min, offset_type };
};

/** A server may send the number as text. */
const offsetOf = (item: unknown): number => {
  const { offset_in_min: offset } = notificationOf(item);
  return typeof offset === "object" ? Number.NaN : Number(offset);
};

const offsetsIn = (items: readonly unknown[]) => JSON.stringify(items.map(offsetOf).sort((one, other) => one - other));

/** Extra notifications of a maintenance. Documented: minutes, may be negative. Not shown: the values of `offsetType`. */
export const notifications = setOf({
  schema: z.array(
    z
      .strictObject(
        {
          offsetInMin: z.int({ error: "must be a whole number of minutes" }).meta({
            description:
              "Whole minutes from the start or end. Negative values mean before it, which we infer: -1440 is a day before.",
          }),
          offsetType: field.anyText.meta({
            title: "OffsetType",
            examples: offsetTypes,
            description: "Whether the offset counts from the start or the end. StatusHub doesn't document the values.",
          }),
        },
        { error: "must be { offsetInMin, offsetType }" },
      )
      .meta({
        title: "MaintenanceNotification",
        description: "An extra notification some time before or after a maintenance starts or ends.",
      }),
    { error: "must be a list of { offsetInMin, offsetType }" },
  ),
  request: z.array(eventNotification, { error: "must be a list of notifications" }),
  response: z.array(z.object({ offset_in_min: z.int(), offset_type: z.string() })),
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
  // The offsets are numbers and don't change; what they count from is text, for which a server may have another name.
  mayBecome: (wire, live) => offsetsIn(wire) === offsetsIn(live),
});
