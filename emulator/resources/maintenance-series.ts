import { isDeepStrictEqual } from "node:util";
import { calendar, formatInstant } from "../../api/instant.ts";
import type { CallOf } from "../call.ts";
import { invalid } from "../http/refusal.ts";
import type { MaintenanceRow } from "../state/row.ts";
import { occurrenceStarts } from "./series.ts";

type Update = CallOf<"updateMaintenance">;

/**
 * Changes a maintenance and, where it is one of a series and `recurring.update_following` says so, those after it.
 * Inferred: occurrences are made at once, each a record of its own; without `update_following` only this one changes.
 */
export function changeSeries(
  call: Update,
  maintenance: MaintenanceRow,
  changes: Partial<MaintenanceRow>,
): MaintenanceRow {
  const following = call.body.recurring?.update_following ? later(call, maintenance) : [];
  const repeats =
    changes.event_repeat !== undefined && !isDeepStrictEqual(changes.event_repeat, maintenance.event_repeat);
  const isAlone = maintenance.series_id === null;
  const startsSeries = repeats && (isAlone || call.body.recurring?.update_following === true);
  const seriesId = !startsSeries ? maintenance.series_id : changes.event_repeat === null ? null : maintenance.id;
  const changed = call.change("maintenances", maintenance, { ...changes, series_id: seriesId });
  checkPeriod(changed);
  if (startsSeries) {
    for (const occurrence of following) call.change("maintenances", occurrence, { deleted: true });
    makeOccurrences(call, changed);
  } else {
    for (const occurrence of following)
      call.change("maintenances", occurrence, moved(occurrence, { maintenance, changed, changes }));
  }
  return changed;
}

/** Inferred: a maintenance ends after it starts. A start in the past is allowed. */
export function checkPeriod({ start_time, end_time }: Pick<MaintenanceRow, "start_time" | "end_time">): void {
  if (end_time <= start_time) throw invalid("end_time", `${end_time} is not after the start_time ${start_time}`);
}

function later({ store }: Update, maintenance: MaintenanceRow): readonly MaintenanceRow[] {
  if (maintenance.series_id === null) return [];
  return store
    .table("maintenances")
    .by("series", maintenance.series_id)
    .filter((other) => !other.deleted && other.id !== maintenance.id && other.start_time > maintenance.start_time);
}

function makeOccurrences(call: Update, first: MaintenanceRow): void {
  if (first.event_repeat === null) return;
  const length = Date.parse(first.end_time) - Date.parse(first.start_time);
  const { id, ...fields } = first;
  for (const start_time of occurrenceStarts(first.start_time, first.event_repeat, call.settings.seriesDays)) {
    const end_time = atTime(Date.parse(start_time) + length);
    call.store
      .table("maintenances")
      .insert({ ...fields, start_time, end_time, created_at: call.now, updated_at: call.now });
  }
}

interface Move {
  readonly maintenance: MaintenanceRow;
  readonly changed: MaintenanceRow;
  readonly changes: Partial<MaintenanceRow>;
}

/** Inferred: the times of the following ones move by the same amount; the other fields become equal. */
function moved(occurrence: MaintenanceRow, { maintenance, changed, changes }: Move): Partial<MaintenanceRow> {
  const shifted = (field: "start_time" | "end_time") =>
    atTime(Date.parse(occurrence[field]) + Date.parse(changed[field]) - Date.parse(maintenance[field]));
  const times = { start_time: shifted("start_time"), end_time: shifted("end_time") };
  checkPeriod(times);
  return { ...changes, ...times };
}

function atTime(time: number): string {
  // The calendar of the API has years of four digits.
  if (!calendar.contains(time)) throw invalid("start_time", "moves the series out of the calendar");
  return formatInstant(time);
}
