import { isDeepStrictEqual } from "node:util";
import type { Tables } from "../../emulator/held-account.ts";
import type { Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import { valuesIn } from "../../provider/inspect.ts";
import { isHub, kinds, type ReportedRecord } from "../records.ts";
import { isSame } from "../report/planned.ts";
import type { Moment } from "./moment.ts";
import type { RecordOwners } from "./owners.ts";
import { lastLiveId, tableOf } from "./page.ts";

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
  readonly first: Row;
}

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** Returns what changes between two moments, one for each record and one for each series. */
export function changesBetween(before: Moment, after: Moment, owners: RecordOwners): RecordChange[] {
  return kinds.flatMap((definition) => {
    const table = tableOf(definition);
    const ids = new Set([...before.written(table), ...after.written(table)]);
    const pairs = [...ids].map((id) => [before.find(table, id), after.find(table, id)] as Pair);
    const changed = pairs.filter(([was, is]) => was !== is);
    const groups = Map.groupBy(changed, (pair) => groupOf(pair));
    return [...groups].flatMap(([group, some]) => {
      const all = definition.series === undefined ? some : pairsOf(before, after, group);
      return changeOf(definition, all, { before, after, owners }) ?? [];
    });
  });
}

type Pair = readonly [was: Row | undefined, is: Row | undefined];

/** A record has the ID of the one that began its series. Ending a series removes that from the first, so what was counts. */
function groupOf([was, is]: Pair): number {
  const series = was?.series_id ?? is?.series_id;
  return typeof series === "number" ? series : ((was ?? is)?.id ?? 0);
}

/** All dates of a series, also those that stay as they are. */
function pairsOf(before: Moment, after: Moment, group: number): Pair[] {
  const rows = [...before.all("maintenances"), ...after.all("maintenances")] as unknown as Row[];
  const ids = new Set(rows.filter(({ id, series_id: series }) => id === group || series === group).map(({ id }) => id));
  const find = (moment: Moment, id: number) => moment.find("maintenances", id) as unknown as Row | undefined;
  return [...ids].map((id): Pair => [find(before, id), find(after, id)]).filter((pair) => groupOf(pair) === group);
}

interface Sides {
  readonly before: Moment;
  readonly after: Moment;
  readonly owners: RecordOwners;
}

function changeOf(
  definition: Definition,
  pairs: readonly Pair[],
  { before, after, owners }: Sides,
): RecordChange | undefined {
  const now = after.page.now();
  const were = pairs.flatMap(([was]) => (was === undefined || was.deleted === true ? [] : [was])).sort(byStart);
  const are = pairs.flatMap(([, is]) => (is === undefined || is.deleted === true ? [] : [is])).sort(byStart);
  const isToCome = ({ end_time: end }: Row) => Date.parse(String(end)) > now;
  const isSeries = pairs.length > 1;
  const isOfHistory = isSeries && !were.some(isToCome) && !are.some(isToCome);
  const shown = (rows: readonly Row[]) => (isSeries && !isOfHistory ? rows.find(isToCome) : rows[0]);
  const was = shown(were);
  const is = shown(are);
  const ids = [...new Set([...were, ...are].map(({ id }) => id))].sort((one, other) => one - other);
  const owner = owners.ownerOf(definition, ids);
  const [first = 0] = ids;
  const hidden = new Set(owner.secrets);
  const values = (moment: Moment, row: Row | undefined) =>
    row === undefined ? undefined : valuesOf(definition, moment, row);
  const old = values(before, was);
  const next = values(after, is);
  if (old === undefined && next === undefined) return undefined;
  const differing = Object.entries(definition.properties)
    .filter(([name, property]) => !isSame(property, old?.[name], next?.[name]))
    .map(([name]) => name);
  if (old !== undefined && next !== undefined && differing.length === 0) return undefined;
  const row = (is ?? was) as Row;
  const hubId = isHub(definition.kind) ? row.id : Number(row.hub_id);
  const startsOf = (rows: readonly Row[]) => rows.filter(isToCome).map(({ start_time: start }) => String(start));
  const begun = [...are, ...were].find(({ id, series_id: series }) => series === id || series === null);
  return {
    stack: owner.stack,
    kind: definition.kind,
    name: owner.name,
    urn: owner.urn,
    id: first > lastLiveId ? "" : String(first),
    definition,
    hubId,
    ...(old && { before: masked(old, hidden) }),
    ...(next && { after: masked(next, hidden) }),
    differing,
    dates: { before: startsOf(were), after: startsOf(are) },
    guesses: guessesAbout(definition, ids, { before, after }),
    first: begun ?? row,
  };
}

/** Returns the guesses that have decided what has become of some records between two moments. */
function guessesAbout(
  definition: Definition,
  ids: readonly number[],
  { before, after }: Pick<Sides, "before" | "after">,
): string[] {
  const table = tableOf(definition);
  const since = after.page.after.followed.slice(before.followed, after.followed);
  const own = since.filter((each) => each.table === table && each.id !== undefined && ids.includes(each.id));
  return [...new Set(own.map(({ guess }) => guess))].sort();
}

const byStart = (one: Row, other: Row): number => String(one.start_time).localeCompare(String(other.start_time));

/** Returns a record's values as programs use them, with those that no response carries. */
export function valuesOf(definition: Definition, { page }: Moment, row: Row): Stored {
  const get = `get${definition.kind}` as OperationName;
  const live = page.after.shown(get, row as unknown as Tables["services"]);
  const unseen = Object.entries(definition.properties).filter(([, { writeOnly }]) => writeOnly === true);
  return { ...valuesIn(definition, live), ...Object.fromEntries(unseen.map(([name, { key }]) => [name, row[key]])) };
}

export const masked = (values: Stored, secrets: ReadonlySet<string>): Stored =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, secrets.has(name) && isGiven(value) ? "[secret]" : value]),
  );

const isGiven = (value: unknown) => value !== null && value !== undefined && !isDeepStrictEqual(value, {});
