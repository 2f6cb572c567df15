import type { ApiRecord } from "../../provider/client/request.ts";
import { endOf, isOnPattern, patternOf, seriesKey, startOf } from "./series.ts";

/** A record that stands for itself, and those of its occurrences that were found. */
export interface Event {
  readonly record: ApiRecord;
  readonly occurrences: readonly ApiRecord[];
}

type ReadInFull = (record: ApiRecord) => Promise<ApiRecord>;

/**
 * Puts the occurrences of each series behind the record that began it, which is the earliest one. Lists carry basic info,
 * so records are read in full only as far as it takes: of a series the first one, not its fifty others.
 */
export async function groupMaintenances(records: readonly ApiRecord[], readInFull: ReadInFull): Promise<Event[]> {
  const groups = Map.groupBy(records.toSorted(byStart), seriesKey);
  const events = (await Promise.all([...groups.values()].map((group) => divide(group, readInFull)))).flat();
  return withChangedOccurrences(events.sort((one, other) => byStart(one.record, other.record)));
}

const byStart = (one: ApiRecord, other: ApiRecord) =>
  startOf(one) - startOf(other) || Number(one.id) - Number(other.id);

/** Records of one title and length, by their starts: each is the first of a series, an occurrence, or alone. */
async function divide(group: readonly ApiRecord[], readInFull: ReadInFull): Promise<Event[]> {
  const [earliest, ...others] = group;
  if (earliest === undefined) return [];
  const record = await readInFull(earliest);
  const expected = new Set(others.filter((other) => isOnPattern(record, other) !== false));
  // What a pattern of unknown meaning makes is known only by the pattern that it carries itself.
  const occurrences =
    isKnown(record) || expected.size === 0 ? expected : await withEqualPattern(record, [...expected], readInFull);
  const rest = others.filter((other) => !occurrences.has(other));
  return [{ record, occurrences: [...occurrences] }, ...(await divide(rest, readInFull))];
}

const isKnown = (record: ApiRecord) => /^(daily|weekly|monthly|yearly)$/.test(String(patternOf(record)?.interval));

async function withEqualPattern(series: ApiRecord, others: readonly ApiRecord[], readInFull: ReadInFull) {
  const full = await Promise.all(others.map(readInFull));
  return new Set(others.filter((_, index) => hasEqualPattern(series, full[index] ?? {})));
}

const hasEqualPattern = (one: ApiRecord, other: ApiRecord) =>
  JSON.stringify(patternOf(one)) === JSON.stringify(patternOf(other));

/**
 * A record that was changed by hand has another title, length or start than the rest of its series, and still carries its
 * pattern. Where it is alone, and the others are not, they belong together.
 */
function withChangedOccurrences(events: readonly Event[]): Event[] {
  const kept: { record: ApiRecord; occurrences: ApiRecord[] }[] = [];
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

/** When the last of it ends. */
export const endOfEvent = ({ record, occurrences }: Event): number =>
  Math.max(endOf(record), ...occurrences.map(endOf));
