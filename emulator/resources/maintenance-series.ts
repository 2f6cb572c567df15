import { isDeepStrictEqual } from "node:util";
import { calendar, formatInstant, parseInstant } from "../../model/api/instant.ts";
import type { CallOf, ChangesOf, Settings } from "../call.ts";
import { invalid } from "../http-error.ts";
import type { EventRepeat, MaintenanceRow } from "../tables/maintenance.ts";

const dayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const dayMilliseconds = 86_400_000;

// Our own limit: a series up to the end of the calendar must not fill the memory.
const mostOccurrences = 1000;

type Update = CallOf<"updateMaintenance">;

/**
 * Changes a maintenance and, if it is part of a series and `recurring.update_following` is set, those after it.
 * Inferred: all occurrences are created immediately, as separate records; without `update_following` only this one
 * changes.
 */
export function changeSeries(
  call: Update,
  maintenance: MaintenanceRow,
  changes: ChangesOf<MaintenanceRow>,
): MaintenanceRow {
  const isForFollowing = call.body.recurring?.update_following === true;
  const following = isForFollowing ? later(call, maintenance) : [];
  const isAlone = maintenance.series_id === null;
  const startsSeries = changesPattern(maintenance, changes) && (isAlone || isForFollowing);
  const changed = call.change("maintenances", maintenance, {
    ...changes,
    series_id: startsSeries ? seriesStartedBy(maintenance, changes) : maintenance.series_id,
  });
  followChange(call, changed, changes);
  checkPeriod(changed);
  if (changes.event_repeat) checkSeriesEnd(changed.start_time, changes.event_repeat);
  if (startsSeries) replaceOccurrences(call, changed, following);
  else changeOccurrences(call, following, { changes, before: maintenance, after: changed });
  return changed;
}

const changesPattern = (before: MaintenanceRow, { event_repeat: repeat }: ChangesOf<MaintenanceRow>): boolean =>
  repeat !== undefined && !isDeepStrictEqual(repeat, before.event_repeat);

/** Without a pattern, it is a single maintenance. */
const seriesStartedBy = ({ id }: MaintenanceRow, { event_repeat: repeat }: ChangesOf<MaintenanceRow>): number | null =>
  repeat === null ? null : id;

/** With a new pattern, other occurrences follow. */
function replaceOccurrences(call: Update, changed: MaintenanceRow, following: readonly MaintenanceRow[]): void {
  if (changed.event_repeat === null) call.follow("empty-repeat");
  for (const occurrence of following) {
    call.change("maintenances", occurrence, { deleted: true });
    call.follow("update-following", occurrence.id);
  }
  makeOccurrences(call, changed);
}

interface Change {
  readonly changes: ChangesOf<MaintenanceRow>;
  readonly before: MaintenanceRow;
  readonly after: MaintenanceRow;
}

/** Inferred: the times of the following occurrences move by the same amount; their other fields become equal. */
function changeOccurrences(call: Update, following: readonly MaintenanceRow[], change: Change): void {
  const { changes, before, after } = change;
  const moved = (occurrence: MaintenanceRow, field: "start_time" | "end_time") => {
    const shift = Date.parse(after[field]) - Date.parse(before[field]);
    return atTime(Date.parse(occurrence[field]) + shift);
  };
  for (const occurrence of following) {
    const period = { start_time: moved(occurrence, "start_time"), end_time: moved(occurrence, "end_time") };
    checkPeriod(period);
    call.change("maintenances", occurrence, { ...changes, ...period });
    call.follow("update-following", occurrence.id);
  }
}

/** Notes the guesses about the values that are sent. */
function followChange({ follow, now }: Update, changed: MaintenanceRow, changes: ChangesOf<MaintenanceRow>): void {
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

function later({ store }: Update, maintenance: MaintenanceRow): readonly MaintenanceRow[] {
  if (maintenance.series_id === null) return [];
  return store
    .table("maintenances")
    .by("series", maintenance.series_id)
    .filter((other) => !other.deleted && other.id !== maintenance.id && other.start_time > maintenance.start_time);
}

function makeOccurrences(call: Update, first: MaintenanceRow): void {
  if (first.event_repeat === null) return;
  for (const guess of ["occurrences", "series-clock"] as const) call.follow(guess);
  const length = Date.parse(first.end_time) - Date.parse(first.start_time);
  const { id, ...fields } = first;
  for (const start_time of occurrenceStarts(first.start_time, first.event_repeat, call.settings)) {
    const end_time = atTime(Date.parse(start_time) + length);
    call.store
      .table("maintenances")
      .insert({ ...fields, start_time, end_time, created_at: call.now, updated_at: call.now });
  }
}

function atTime(time: number): string {
  // The API's calendar has four-digit years.
  if (!calendar.contains(time)) throw invalid("start_time", "moves the series outside the supported years");
  return formatInstant(time);
}

interface HubClock {
  /** Returns the hub's time of day and date at an instant, as the instant at which UTC has them. */
  toWall(instant: number): number;
  fromWall(wall: number): number;
}

const utc: HubClock = { toWall: (instant) => instant, fromWall: (wall) => wall };

const berlin = new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "medium", timeZone: "Europe/Berlin" });

const zone: HubClock = {
  toWall: (instant) => parseInstant(berlin.format(instant)) ?? instant,
  fromWall: (wall) => {
    const ahead = (instant: number) => zone.toWall(instant) - instant;
    return wall - ahead(wall - ahead(wall));
  },
};

/**
 * Returns the starts of the occurrences that follow the first one. Inferred, because the API's description shows no
 * values: `interval` may be `daily`, `weekly`, `monthly` or `yearly`, and any other creates no occurrences;
 * `enabled_days` holds English day names separated by commas and is used with `weekly`. All times are in UTC. Without
 * `end_on` they continue for `seriesDays`.
 */
export function occurrenceStarts(start: string, repeat: EventRepeat, { seriesDays, seriesClock }: Settings): string[] {
  const first = Date.parse(start);
  const end = (repeat.end_on ? parseInstant(repeat.end_on) : undefined) ?? first + seriesDays * dayMilliseconds;
  const { toWall, fromWall } = seriesClock === "local" ? zone : utc;
  const starts: string[] = [];
  for (const candidate of candidates(new Date(toWall(first)), repeat, seriesClock === "clamped")) {
    const time = fromWall(candidate);
    if (time > end || starts.length === mostOccurrences) break;
    starts.push(formatInstant(time));
  }
  return starts;
}

function* candidates(first: Date, repeat: EventRepeat, isClamped: boolean): Generator<number> {
  const { interval } = repeat;
  if (interval === "daily" || interval === "weekly")
    yield* byDays(first, interval === "daily" ? undefined : enabledDays(first, repeat));
  if (interval === "monthly") yield* byMonths(first, 1, isClamped);
  if (interval === "yearly") yield* byMonths(first, 12, isClamped);
}

function* byDays(first: Date, enabled: ReadonlySet<number> | undefined): Generator<number> {
  for (let time = first.getTime() + dayMilliseconds; calendar.contains(time); time += dayMilliseconds)
    if (!enabled || enabled.has(new Date(time).getUTCDay())) yield time;
}

/** Skips months without that day, such as those without a 31st, or takes their last day. */
function* byMonths(first: Date, step: number, isClamped: boolean): Generator<number> {
  for (let months = step; ; months += step) {
    const time = new Date(first);
    time.setUTCMonth(first.getUTCMonth() + months);
    const isSkipped = time.getUTCDate() !== first.getUTCDate();
    // The missing day has become one of the next month, before whose first is the last of this one.
    if (isSkipped && isClamped) time.setUTCDate(0);
    if (!calendar.contains(time.getTime())) return;
    if (!isSkipped || isClamped) yield time.getTime();
  }
}

function enabledDays(first: Date, repeat: EventRepeat): ReadonlySet<number> {
  const names = repeat.interval_options?.enabled_days?.split(",").map((name) => name.trim()) ?? [];
  const days = names.map((name) => dayNames.indexOf(name));
  // Inferred: empty means the weekday of the start; other text has no effect.
  return days.length === 0 || days.includes(-1) ? new Set([first.getUTCDay()]) : new Set(days);
}
