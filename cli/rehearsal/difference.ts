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

/** Returns what changes between two moments, one for each record and one for each series. */
export const changesBetween = (before: Moment, after: Moment, owners: RecordOwners): RecordChange[] =>
  kinds.flatMap((definition) =>
    changedRecords(definition, before, after).flatMap((ids) => {
      const change = changeOf(definition, ids, { before, after });
      return change === undefined ? [] : described(change, owners);
    }),
  );

/**
 * Returns the IDs of the records that change. Those of one series are together, also the dates that stay as they are. But visitors see a
 * date that the team has published by itself, and not the drafts of its series, so that drafts and other dates are apart.
 */
function changedRecords(definition: Definition, before: Moment, after: Moment): number[][] {
  const table = tableOf(definition);
  const written = [...new Set([...before.written(table), ...after.written(table)])];
  const changed = written.filter((id) => before.find(table, id) !== after.find(table, id));
  if (definition.series === undefined) return changed.map((id) => [id]);
  const beginningOf = (id: number) => seriesIn(before, id) ?? seriesIn(after, id) ?? id;
  /** A new date is like the one that begins its series. */
  const wasDraft = (id: number) => {
    const row = before.find("maintenances", id) ?? before.find("maintenances", beginningOf(id));
    return row?.state === "draft";
  };
  const groupOf = (id: number) => `${beginningOf(id)} ${wasDraft(id)}`;
  const all = [...before.all(table), ...after.all(table)].map(({ id }) => id);
  const groups = Map.groupBy(new Set(all), groupOf);
  return [...new Set(changed.map(groupOf))].map((group) => groups.get(group) ?? []);
}

/** Ending a series takes its first date out of it, so a series from before counts. */
const seriesIn = (moment: Moment, id: number): number | null | undefined => moment.find("maintenances", id)?.series_id;

interface Interval {
  readonly before: Moment;
  readonly after: Moment;
}

/** What becomes of some records between two moments. */
interface Change
  extends Pick<RecordChange, "definition" | "differing" | "dates" | "guesses" | "announced" | "rowsAfter"> {
  /** IDs of those that exist at one of the moments. */
  readonly ids: readonly number[];
  /** The one whose values are shown. */
  readonly row: Row;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
}

/**
 * Compares the dates of a series, or a single record. Returns undefined if nothing of it changes that a report shows.
 *
 * One date stands for a series: the next one or, if the series only has history, the first.
 */
function changeOf(definition: Definition, ids: readonly number[], { before, after }: Interval): Change | undefined {
  const table = tableOf(definition);
  const rowsBefore = existingRows(before, table, ids);
  const rowsAfter = existingRows(after, table, ids);
  const now = after.page.now();
  const isToCome = ({ end_time: end }: Row) => Date.parse(String(end)) > now;
  const isByNextDate = ids.length > 1 && [...rowsBefore, ...rowsAfter].some(isToCome);
  const shownIn = (rows: readonly Row[]) => (isByNextDate ? rows.find(isToCome) : rows[0]);
  const rowBefore = shownIn(rowsBefore);
  const rowAfter = shownIn(rowsAfter);
  const row = rowAfter ?? rowBefore;
  if (row === undefined) return undefined;
  const valuesBefore = rowBefore && before.valuesOf(definition, rowBefore);
  const valuesAfter = rowAfter && after.valuesOf(definition, rowAfter);
  const properties = Object.entries(definition.properties);
  const different = properties.filter(
    ([name, property]) => !isSame(property, valuesBefore?.[name], valuesAfter?.[name]),
  );
  const staysThere = rowBefore !== undefined && rowAfter !== undefined;
  if (staysThere && different.length === 0) return undefined;
  const startsOf = (rows: readonly Row[]) => rows.filter(isToCome).map(({ start_time: start }) => String(start));
  const existing = [...new Set([...rowsBefore, ...rowsAfter].map(({ id }) => id))].sort((one, other) => one - other);
  const beginsSeries = ({ id, series_id: series }: Row) => series === id || series === null;
  return {
    definition,
    ids: existing,
    row,
    before: valuesBefore,
    after: valuesAfter,
    differing: different.map(([name]) => name),
    dates: { before: startsOf(rowsBefore), after: startsOf(rowsAfter) },
    guesses: guessesAbout(table, existing, { before, after }),
    announced: [...rowsAfter, ...rowsBefore].find(beginsSeries) ?? row,
    rowsAfter,
  };
}

/** Those of the records that exist and aren't deleted, in the order of their dates. */
function existingRows(moment: Moment, table: TableName, ids: readonly number[]): Row[] {
  const rows = ids.map((id) => moment.find(table, id) as Row | undefined).filter((row) => row !== undefined);
  return rows.filter(({ deleted }) => deleted !== true).sort(byStart);
}

const byStart = (one: Row, other: Row): number => String(one.start_time).localeCompare(String(other.start_time));

/** Returns the guesses that have decided what has become of some records between two moments. */
function guessesAbout(table: TableName, ids: readonly number[], { before, after }: Interval): string[] {
  const since = after.page.after.followed.slice(before.followed, after.followed);
  const own = since.filter((each) => each.table === table && each.id !== undefined && ids.includes(each.id));
  return [...new Set(own.map(({ guess }) => guess))].sort();
}

/** Adds which resource the change is of, and masks its secrets. */
function described({ ids, row, before, after, ...change }: Change, owners: RecordOwners): RecordChange {
  const { definition } = change;
  const { kind } = definition;
  const { stack, urn, name } = owners.ownerOf(kind, ids);
  const secrets = owners.secretsOf(definition, ids);
  const [first = 0] = ids;
  const isNew = first > lastLiveId;
  return {
    ...change,
    stack,
    kind,
    name,
    urn,
    id: isNew ? "" : String(first),
    hubId: isHub(kind) ? row.id : Number(row.hub_id),
    ...(before && { before: withMasked(before, secrets) }),
    ...(after && { after: withMasked(after, secrets) }),
  };
}
