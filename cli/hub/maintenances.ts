import type { Live } from "../../model/api/form.ts";
import { parseInstant } from "../../model/api/instant.ts";
import { textOf } from "../../model/api/object.ts";
import { endOf, isKnownInterval, isOnPattern, patternOf, startOf } from "../../model/kinds/maintenance-series.ts";

/** A single maintenance, or the first one of a series with its other occurrences. */
export interface Event {
  readonly record: Live;
  readonly occurrences: readonly Live[];
}

interface Reading {
  readonly readInFull: (record: Live) => Promise<Live>;
  /** Whether a maintenance has ended, so that nothing needs to be known of it. */
  readonly isHistory: (record: Live) => boolean;
}

/**
 * Groups the occurrences of each series under its earliest record, and leaves out events that are history as a whole. Lists carry basic
 * info, so this reads as few records in full as possible: only the first of a series, rather than its fifty occurrences.
 */
export async function groupMaintenances(records: readonly Live[], reading: Reading): Promise<Event[]> {
  const groups = Map.groupBy(records.toSorted(byStart), seriesKey);
  const events = (await Promise.all([...groups.values()].map((group) => divide(group, reading)))).flat();
  const isOver = ({ record, occurrences }: Event) => [record, ...occurrences].every(reading.isHistory);
  const current = events.filter((event) => !isOver(event));
  return withChangedOccurrences(current.sort((one, other) => byStart(one.record, other.record)));
}

/** The values that all records of a series share, from fields that lists contain. */
const seriesKey = (record: Live): string =>
  JSON.stringify([
    record.title,
    endOf(record) - startOf(record),
    (record.flags as { draft?: unknown } | undefined)?.draft,
  ]);

const byStart = (one: Live, other: Live) => startOf(one) - startOf(other) || Number(one.id) - Number(other.id);

/**
 * Divides records of the same title and length, sorted by start, into series and single maintenances. The earliest record takes its
 * occurrences, and then the earliest of those that are left, until none is left.
 *
 * The very first may be history, because it may have begun a series that goes on. Others that are history are only looked at as its
 * occurrences.
 */
async function divide(group: readonly Live[], reading: Reading): Promise<Event[]> {
  const { readInFull, isHistory } = reading;
  const events: Event[] = [];
  let left = group.every(isHistory) ? [] : group;
  while (left.length > 0) {
    const [earliest, ...others] = left as readonly [Live, ...Live[]];
    const record = await readInFull(earliest);
    const occurrences = await occurrencesOf(record, others, reading);
    events.push({ record, occurrences });
    left = others.filter((other) => !isHistory(other) && !occurrences.includes(other));
  }
  return events;
}

/** Returns the other occurrences of the series that a record begins; none if it doesn't repeat. */
async function occurrencesOf(
  first: Live,
  others: readonly Live[],
  { readInFull, isHistory }: Reading,
): Promise<Live[]> {
  const pattern = patternOf(first);
  if (pattern === undefined) return [];
  const possible = others.filter((other) => mayBeOnPattern(first, other));
  if (isKnownInterval(pattern.interval)) return possible;
  // Nobody knows the dates of this interval, so only records that carry the same pattern are occurrences.
  const current = possible.filter((other) => !isHistory(other));
  const read = await Promise.all(current.map(async (record) => ({ record, full: await readInFull(record) })));
  return read.filter(({ full }) => hasEqualPattern(first, full)).map(({ record }) => record);
}

/** Whether a record starts on the pattern of an earlier one, or nobody knows which dates the pattern means. */
const mayBeOnPattern = (first: Live, other: Live): boolean => isOnPattern(first, other) !== false;

const hasEqualPattern = (one: Live, other: Live) => JSON.stringify(patternOf(one)) === JSON.stringify(patternOf(other));

/**
 * An occurrence that someone edited has another title, length or start than its series, but still carries the pattern. So a
 * single record with the pattern of a series belongs to it.
 */
function withChangedOccurrences(events: readonly Event[]): Event[] {
  const joined: { record: Live; occurrences: Live[] }[] = [];
  for (const event of events) {
    const series = joined.find((earlier) => isSameSeries(earlier, event));
    if (series === undefined) joined.push({ record: event.record, occurrences: [...event.occurrences] });
    else series.occurrences.push(event.record, ...event.occurrences);
  }
  return joined;
}

/**
 * Whether two events with the same pattern are one series:
 *
 * - a series and a later single record: yes, the record is an occurrence that was changed
 * - a single record and a later series: yes, if the series starts on the pattern of the record, which is its changed first one
 * - two single records: no, nothing says that they are a series
 * - two series: no, they stay two
 */
function isSameSeries(earlier: Event, later: Event): boolean {
  const carriesPattern = patternOf(later.record) !== undefined && hasEqualPattern(earlier.record, later.record);
  if (!carriesPattern) return false;
  const isEarlierSeries = earlier.occurrences.length > 0;
  const isLaterSeries = later.occurrences.length > 0;
  if (isEarlierSeries) return !isLaterSeries;
  return isLaterSeries && mayBeOnPattern(earlier.record, later.record);
}

/**
 * How far the start of a window of `during` may be from its creation: `during` may have to ask for a start in a minute, and the clocks of
 * its machine and of the service may differ.
 */
const tolerance = 120_000;

/**
 * Whether a maintenance began when it was created, as a running `during` makes it. A program must not declare that one, because the next
 * `up` with a refresh would undo its end.
 */
export const beganAtOnce = ({ record, occurrences }: Event): boolean =>
  occurrences.length === 0 &&
  patternOf(record) === undefined &&
  Math.abs(startOf(record) - (parseInstant(textOf(record.created_at)) ?? Number.NaN)) <= tolerance;
