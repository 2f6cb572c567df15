import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { invalid } from "../http-error.ts";

export interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  readonly deleted?: "true" | "false" | "all" | undefined;
}

/**
 * Returns one page of records, without deleted ones unless the query asks for them. Documented: the envelope of a
 * paginated list. Inferred: beyond the last page `data` is empty.
 */
export function toPage<Row extends object>(rows: readonly Row[], query: ListQuery, toRecord: (row: Row) => unknown) {
  const { page, per_page, deleted = "false" } = query;
  const listed = chosen(rows, deleted, (row) => "deleted" in row && row.deleted === true);
  return {
    current_page: page,
    page_count: Math.max(1, Math.ceil(listed.length / per_page)),
    per_page,
    total: listed.length,
    data: listed.slice((page - 1) * per_page, page * per_page).map(toRecord),
  };
}

/** Returns the rows for which something holds, or doesn't, or all: as a parameter such as `deleted` or `draft` asks. */
export function chosen<Row>(
  rows: readonly Row[],
  choice: "true" | "false" | "all",
  holds: (row: Row) => boolean,
): readonly Row[] {
  if (choice === "all") return rows;
  const mustHold = choice === "true";
  return rows.filter((row) => holds(row) === mustHold);
}

/** Compares text, and times of records, which all have the same format. */
export const byText = (first: string, second: string): number => (first < second ? -1 : Number(first > second));

interface EventStart {
  readonly id: number;
  readonly start_time: string;
}

/** Sorts by start; equal starts keep the order in which they were created. */
export const byStart = (first: EventStart, second: EventStart): number =>
  byText(first.start_time, second.start_time) || first.id - second.id;

interface EventRow extends EventStart {
  readonly end_time: string | null;
}

interface EventQuery {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly draft?: "true" | "false" | "all" | undefined;
}

/** Inferred: newest first; without the parameter, drafts are included. */
export function listedEvents<Row extends EventRow>(
  events: readonly Row[],
  query: EventQuery,
  isDraft: (row: Row) => boolean,
): readonly Row[] {
  const newestFirst = events.toSorted(byStart).toReversed();
  return chosen(newestFirst, query.draft ?? "all", isDraft).filter(periodFilter(query));
}

/**
 * Documented: the period overlaps the range; an open event lasts into the far future. Inferred: touching counts as
 * overlapping, and a range doesn't end before it starts.
 */
function periodFilter(query: EventQuery): (event: EventRow) => boolean {
  const from = query.start_time && toTime(query.start_time);
  const to = query.end_time && toTime(query.end_time);
  if (from && to && to < from) throw invalid("end_time", "must not be before start_time");
  return ({ start_time, end_time }) => {
    const startsInTime = to === undefined || start_time <= to;
    const lastsLongEnough = from === undefined || end_time === null || end_time >= from;
    return startsInTime && lastsLongEnough;
  };
}

/** Returns a date-time that its schema has accepted in the API's format. */
export const toTime = (text: string): string => formatInstant(parseInstant(text) ?? Number.NaN);
