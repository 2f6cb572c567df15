import { z } from "zod";
import { id, type RowOf, text, time } from "../state/field.ts";

/*
 * What only the control panel changes: the API has no operations for it. Its fields aren't documented, so they are our own.
 */

/** Inferred: a group is only known from the `group_id` of services. */
const group = z.strictObject({ id, hub_id: id, name: text });

/** Documented: a state of the whole hub, not tied to a service. */
const platformAlert = z.strictObject({
  id,
  hub_id: id,
  title: text,
  body: text,
  start_time: time,
  /** Null while it is active. */
  end_time: time.nullable(),
});

export type GroupRow = RowOf<typeof group>;
export type PlatformAlertRow = RowOf<typeof platformAlert>;

export const groups = { row: group };
export const platformAlerts = { row: platformAlert };
