import type { TableName } from "../../emulator/held-account.ts";
import type { Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { isHub, kinds, type ReportedRecord } from "../records.ts";
import { isSame } from "../report/planned.ts";
import type { Moment, Row } from "./moment.ts";
import type { RecordOwners } from "./owners.ts";
import { lastLiveId, tableOf } from "./page.ts";
import { withMasked } from "./secrets.ts";

/** A record, or a series of them, at two moments, with the names and forms that programs use. */
export interface RecordChange extends ReportedRecord {
  readonly definition: Definition;
  readonly urn: string;
  readonly hubId: number;
  /** Undefined if the record doesn't exist, or is deleted. */
  readonly before?: Stored;
  readonly after?: Stored;
  /** Properties that differ. */
  readonly differing: readonly string[];
  /** Starts of the dates that are to come. */
  readonly dates: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** The names of our guesses about StatusHub from which the change follows. */
  readonly guesses: readonly string[];
  /** The record whose announcement counts: of a series, the one that began it. */
  readonly announced: Row;
  /** The record, or all dates of the series, that exist after the change. */
  readonly rowsAfter: readonly Row[];
}

interface Interval {
  readonly before: Moment;
  readonly after: Moment;
}

/** Returns what changes between two moments, one for each record and one for each series. */
export function changesBetween(before: Moment, after: Moment, owners: RecordOwners): RecordChange[] {
  const changes: RecordChange[] = [];
  for (const definition of kinds) {
    for (const ids of changedGroups(definition, { before, after })) {
      const change = changeOf(definition, ids, { before, after }, owners);
      if (change !== undefined) changes.push(change);
    }
  }
  return changes;
}

/**
 * Returns the IDs of the records that change, in groups that are one change each:
 *
 * - a record that can't be in a series: a group by itself
 * - a maintenance: its series, also with the dates that stay as they are. A series that has drafts and published dates is two groups,
 *   because visitors only see those that are published
 */
function changedGroups(definition: Definition, interval: Interval): number[][] {
  const { before, after } = interval;
  const table = tableOf(definition);
  const written = [...new Set([...before.written(table), ...after.written(table)])];
  const changed = written.filter((id) => before.find(table, id) !== after.find(table, id));
  if (definition.series === undefined) return changed.map((id) => [id]);
  const groupOf = (id: number) => groupOfMaintenance(id, interval);
  const all = new Set([...before.all(table), ...after.all(table)].map(({ id }) => id));
  const members = Map.groupBy(all, groupOf);
  const groups = [...new Set(changed.map(groupOf))];
  return groups.map((group) => members.get(group) ?? []);
}

/** Names the group of a maintenance by its series, and by whether it was a draft. */
function groupOfMaintenance(id: number, { before, after }: Interval): string {
  const rowBefore = before.find("maintenances", id);
  const rowAfter = after.find("maintenances", id);
  // The series from before comes first, because an update that ends a series takes its first date out of it.
  const series = rowBefore?.series_id ?? rowAfter?.series_id ?? id;
  // A series has the ID of the date that began it. A new date of the series is like that one.
  const oldRow = rowBefore ?? before.find("maintenances", series);
  const wasDraft = oldRow?.state === "draft";
  return `${series} ${wasDraft}`;
}

/**
 * Compares a record or the dates of a series at two moments. Returns undefined if nothing changes that a report shows.
 *
 * One date stands for a series: the next one. If an update deletes all dates that are to come, none does, so the series disappears, even if
 * its past dates stay. A series without dates to come, before and after, is shown by its first one.
 */
function changeOf(
  definition: Definition,
  ids: readonly number[],
  { before, after }: Interval,
  owners: RecordOwners,
): RecordChange | undefined {
  const table = tableOf(definition);
  const rowsBefore = existingRows(before, table, ids);
  const rowsAfter = existingRows(after, table, ids);
  const rows = [...rowsAfter, ...rowsBefore];
  const now = after.page.now();
  const isToCome = (row: Row) => Date.parse(String(row.end_time)) > now;
  const isSeries = ids.length > 1;
  const hasDatesToCome = rows.some(isToCome);
  const shownOf = (dates: readonly Row[]) => (isSeries && hasDatesToCome ? dates.find(isToCome) : dates[0]);
  const rowBefore = shownOf(rowsBefore);
  const rowAfter = shownOf(rowsAfter);
  const row = rowAfter ?? rowBefore;
  if (row === undefined) return undefined;

  const valuesBefore = rowBefore && before.valuesOf(definition, rowBefore);
  const valuesAfter = rowAfter && after.valuesOf(definition, rowAfter);
  const differing = Object.entries(definition.properties)
    .filter(([name, property]) => !isSame(property, valuesBefore?.[name], valuesAfter?.[name]))
    .map(([name]) => name);
  const stays = rowBefore !== undefined && rowAfter !== undefined;
  if (stays && differing.length === 0) return undefined;

  const existing = [...new Set(rows.map(({ id }) => id))].sort((one, other) => one - other);
  const secrets = owners.secretsOf(definition, existing);
  const startsOf = (dates: readonly Row[]) => dates.filter(isToCome).map((date) => String(date.start_time));
  return {
    ...subjectOf(definition, row, existing, owners),
    definition,
    ...(valuesBefore && { before: withMasked(valuesBefore, secrets) }),
    ...(valuesAfter && { after: withMasked(valuesAfter, secrets) }),
    differing,
    dates: { before: startsOf(rowsBefore), after: startsOf(rowsAfter) },
    guesses: guessesAbout(table, existing, { before, after }),
    announced: rows.find(beginsSeries) ?? row,
    rowsAfter,
  };
}

/** Those of the records that exist and aren't deleted, in the order of their dates. */
function existingRows(moment: Moment, table: TableName, ids: readonly number[]): Row[] {
  const rows = ids.map((id) => moment.find(table, id) as Row | undefined).filter((row) => row !== undefined);
  return rows.filter(({ deleted }) => deleted !== true).sort(byStart);
}

const byStart = (one: Row, other: Row): number => String(one.start_time).localeCompare(String(other.start_time));

/** Also true of a maintenance that isn't in a series. */
const beginsSeries = ({ id, series_id: series }: Row): boolean => series === id || series === null;

/** Says which resource and which record a change is about. */
function subjectOf({ kind }: Definition, row: Row, ids: readonly number[], owners: RecordOwners) {
  const { stack, urn, name } = owners.ownerOf(kind, ids);
  const [lowest = 0] = ids;
  // A record that the update creates has its ID only in the rehearsal.
  const isNew = lowest > lastLiveId;
  const id = isNew ? "" : String(lowest);
  const hubId = isHub(kind) ? row.id : Number(row.hub_id);
  return { stack, kind, name, urn, id, hubId };
}

/** Returns the guesses that have decided what has become of some records between two moments. */
function guessesAbout(table: TableName, ids: readonly number[], { before, after }: Interval): string[] {
  const { followed } = after.page.after;
  const since = followed.slice(before.followedCount, after.followedCount);
  const own = since.filter((each) => each.table === table && each.id !== undefined && ids.includes(each.id));
  return [...new Set(own.map(({ guess }) => guess))].sort();
}
