import { z } from "zod";
import { maintenanceShapes } from "../../model/kinds/maintenance.ts";
import { id, ofHub, type RowOf, serviceStatuses, text, time, withoutFlags } from "../state/field.ts";

const eventRepeat = z.strictObject({
  interval: text,
  interval_options: z.strictObject({ enabled_days: text.optional(), type: text.optional() }).optional(),
  end_on: text.nullable().optional(),
});

const row = maintenanceShapes.record
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    start_time: time,
    end_time: time,
    service_statuses: serviceStatuses,
    silent: z.boolean(),
    state: text,
    suppress_events: z.boolean(),
    event_repeat: eventRepeat.nullable(),
    event_notifications: z.array(z.strictObject({ offset_in_min: z.number(), offset_type: text })),
    /** When a draft was published last; null if it never was a draft, or still is the first one. */
    published_at: time.nullable(),
    /** ID of the record from which the occurrences of its series were created; null if it isn't part of one. */
    series_id: id.nullable(),
  })
  .strict();

export type MaintenanceRow = RowOf<typeof row>;
export type EventRepeat = NonNullable<MaintenanceRow["event_repeat"]>;
export type EventNotification = MaintenanceRow["event_notifications"][number];

export const maintenances = { row, indices: { series: ({ series_id }: MaintenanceRow) => series_id ?? undefined } };
