import { isDeepStrictEqual } from "node:util";
import { calendar, formatInstant } from "../../model/api/instant.ts";
import type { CallOf, ChangesOf } from "../call.ts";
import { invalid } from "../http-error.ts";
import type { EventRepeat, MaintenanceRow } from "../tables/maintenance.ts";
import { occurrenceStarts } from "./occurrence-starts.ts";
import { publicationBy } from "./publication.ts";

type Update = CallOf<"updateMaintenance">;
type Changes = ChangesOf<MaintenanceRow>;

/**
 * Changes a maintenance, and what belongs to its series. Inferred: all occurrences are created immediately, as separate records.
 *
 * | the maintenance | `update_following` | the pattern | besides the maintenance itself                                   |
 * | --------------- | ------------------ | ----------- | ---------------------------------------------------------------- |
 * | is single       | yes or no          | is set      | the occurrences after it are created                             |
 * | is single       | yes or no          | stays       | nothing                                                          |
 * | is in a series  | yes                | changes     | those after it are deleted, and others created if it isn't null  |
 * | is in a series  | yes                | stays       | those after it change in the same way                            |
 * | is in a series  | no                 | any         | nothing: one occurrence can't get a pattern of its own           |
 */
export function changeSeries(call: Update, maintenance: MaintenanceRow, changes: Changes): MaintenanceRow {
  const includesFollowing = call.body.recurring?.update_following === true;
  const following = includesFollowing ? occurrencesAfter(call, maintenance) : [];
  const isSingle = maintenance.series_id === null;
  const mayChangePattern = isSingle || includesFollowing;
  const changesPattern = mayChangePattern && differsInPattern(maintenance, changes);
  const series_id = changesPattern ? newSeriesId(maintenance, changes) : maintenance.series_id;
  const changed = changeOne(call, maintenance, { ...changes, series_id });
  noteGuesses(call, changed, changes);
  checkPeriod(changed);
  if (changes.event_repeat) checkSeriesEnd(changed.start_time, changes.event_repeat);
  if (changesPattern) replaceOccurrences(call, changed, following);
  else changeOccurrences(call, following, { changes, before: maintenance, after: changed });
  return changed;
}

/** Each one is published by itself: the others may have been published already, or still be drafts. */
const changeOne = (call: Update, before: MaintenanceRow, changes: Changes): MaintenanceRow =>
  call.change("maintenances", before, { ...changes, published_at: publicationBy(call, before, changes.state) });

/** Inferred: an occurrence that was moved before this one doesn't follow it. */
function occurrencesAfter({ store }: Update, { id, series_id, start_time }: MaintenanceRow): readonly MaintenanceRow[] {
  if (series_id === null) return [];
  const series = store.table("maintenances").by("series", series_id);
  return series.filter((other) => !other.deleted && other.id !== id && other.start_time > start_time);
}

const differsInPattern = (before: MaintenanceRow, { event_repeat: repeat }: Changes): boolean =>
  repeat !== undefined && !isDeepStrictEqual(repeat, before.event_repeat);

/** With a new pattern, a maintenance begins a series, which has its ID. Without a pattern, it isn't part of a series any more. */
const newSeriesId = ({ id }: MaintenanceRow, { event_repeat: repeat }: Changes): number | null =>
  repeat === null ? null : id;

/** Notes the guesses about the values that are sent. */
function noteGuesses({ follow, now }: Update, changed: MaintenanceRow, changes: Changes): void {
  const { event_repeat: repeat, end_time: end } = changes;
  if (end !== undefined && end <= now) follow("end-now");
  if (repeat) follow("repeat-values");
  if (repeat?.end_on && repeat.end_on < changed.start_time) follow("series-end");
}

/** Inferred: a maintenance ends after it starts. It may start in the past. */
export function checkPeriod({ start_time, end_time }: Pick<MaintenanceRow, "start_time" | "end_time">): void {
  if (end_time <= start_time) throw invalid("end_time", `${end_time} is not after the start_time ${start_time}`);
}

/** Inferred: a series doesn't end before the day on which it starts. */
function checkSeriesEnd(start: string, { end_on }: EventRepeat): void {
  if (end_on && end_on.slice(0, 10) < start.slice(0, 10))
    throw invalid("event_repeat.end_on", `${end_on} is before the day of the start_time ${start}`);
}

/** Deletes the occurrences after a maintenance and, if it has a new pattern, creates others. */
function replaceOccurrences(call: Update, first: MaintenanceRow, following: readonly MaintenanceRow[]): void {
  if (first.event_repeat === null) call.follow("empty-repeat");
  for (const occurrence of following) {
    call.change("maintenances", occurrence, { deleted: true });
    call.follow("update-following", occurrence.id);
  }
  if (first.event_repeat !== null) createOccurrences(call, first, first.event_repeat);
}

function createOccurrences(call: Update, first: MaintenanceRow, repeat: EventRepeat): void {
  call.follow("occurrences");
  call.follow("series-clock");
  const length = Date.parse(first.end_time) - Date.parse(first.start_time);
  const { id, ...fields } = first;
  for (const start_time of occurrenceStarts(first.start_time, repeat, call.settings)) {
    const end_time = shifted(start_time, length);
    const times = { start_time, end_time, created_at: call.now, updated_at: call.now, published_at: null };
    call.store.table("maintenances").insert({ ...fields, ...times });
  }
}

interface Change {
  readonly changes: Changes;
  readonly before: MaintenanceRow;
  readonly after: MaintenanceRow;
}

/** Inferred: the times of the following occurrences move by the same amount; their other fields become equal. */
function changeOccurrences(call: Update, following: readonly MaintenanceRow[], change: Change): void {
  const { changes, before, after } = change;
  const startShift = Date.parse(after.start_time) - Date.parse(before.start_time);
  const endShift = Date.parse(after.end_time) - Date.parse(before.end_time);
  for (const occurrence of following) {
    const start_time = shifted(occurrence.start_time, startShift);
    const end_time = shifted(occurrence.end_time, endShift);
    checkPeriod({ start_time, end_time });
    changeOne(call, occurrence, { ...changes, start_time, end_time });
    call.follow("update-following", occurrence.id);
  }
}

function shifted(time: string, milliseconds: number): string {
  const instant = Date.parse(time) + milliseconds;
  // The API's calendar has four-digit years.
  if (!calendar.contains(instant)) throw invalid("start_time", "moves the series outside the supported years");
  return formatInstant(instant);
}
