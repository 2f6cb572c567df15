import type { Live } from "../../api/form.ts";
import { endOf, isOnPattern, patternOf, startOf } from "../../kinds/maintenance-series.ts";

/** A single maintenance, or the first one of a series with its other occurrences. */
export interface Event {
  readonly record: Live;
  readonly occurrences: readonly Live[];
}

type ReadInFull = (record: Live) => Promise<Live>;

/**
 * Groups the occurrences of each series under its earliest record. Lists carry basic info, so this reads as few records in
 * full as possible: only the first of a series, rather than its fifty occurrences.
 */
export async function groupMaintenances(records: readonly Live[], readInFull: ReadInFull): Promise<Event[]> {
  const groups = Map.groupBy(records.toSorted(byStart), seriesKey);
  const events = (await Promise.all([...groups.values()].map((group) => divide(group, readInFull)))).flat();
  return withChangedOccurrences(events.sort((one, other) => byStart(one.record, other.record)));
}

/** The values that all records of a series share, from fields that lists contain. */
const seriesKey = (record: Live): string =>
  JSON.stringify([
    record.title,
    endOf(record) - startOf(record),
    (record.flags as { draft?: unknown } | undefined)?.draft,
  ]);

const byStart = (one: Live, other: Live) => startOf(one) - startOf(other) || Number(one.id) - Number(other.id);

/** Divides records of the same title and length, sorted by start, into series and single maintenances. */
async function divide(group: readonly Live[], readInFull: ReadInFull): Promise<Event[]> {
  const [earliest, ...others] = group;
  if (earliest === undefined) return [];
  const record = await readInFull(earliest);
  const expected = new Set(others.filter((other) => isOnPattern(record, other) !== false));
  // If the meaning of a pattern is unknown, only records that carry the same pattern are occurrences.
  const occurrences =
    isKnown(record) || expected.size === 0 ? expected : await withEqualPattern(record, [...expected], readInFull);
  const rest = others.filter((other) => !occurrences.has(other));
  return [{ record, occurrences: [...occurrences] }, ...(await divide(rest, readInFull))];
}

const isKnown = (record: Live) => /^(daily|weekly|monthly|yearly)$/.test(String(patternOf(record)?.interval));

async function withEqualPattern(series: Live, others: readonly Live[], readInFull: ReadInFull) {
  const full = await Promise.all(others.map(readInFull));
  return new Set(others.filter((_, index) => hasEqualPattern(series, full[index] ?? {})));
}

const hasEqualPattern = (one: Live, other: Live) => JSON.stringify(patternOf(one)) === JSON.stringify(patternOf(other));

/**
 * An occurrence that someone edited has another title, length or start than its series, but still carries the pattern. So a
 * single record with the pattern of a series belongs to it.
 */
function withChangedOccurrences(events: readonly Event[]): Event[] {
  const kept: { record: Live; occurrences: Live[] }[] = [];
  for (const { record, occurrences } of events) {
    const series = kept.find(
      (other) =>
        patternOf(record) !== undefined &&
        hasEqualPattern(other.record, record) &&
        (occurrences.length === 0
          ? other.occurrences.length > 0
          : other.occurrences.length === 0 && isOnPattern(other.record, record) !== false),
    );
    if (series === undefined) kept.push({ record, occurrences: [...occurrences] });
    else series.occurrences.push(record, ...occurrences);
  }
  return kept;
}

/** The time at which the last occurrence ends. */
export const endOfEvent = ({ record, occurrences }: Event): number =>
  Math.max(endOf(record), ...occurrences.map(endOf));
