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

export const chosen = <Row>(
  rows: readonly Row[],
  choice: "true" | "false" | "all",
  holds: (row: Row) => boolean,
): readonly Row[] => (choice === "all" ? rows : rows.filter((row) => holds(row) === (choice === "true")));

/** Compares text, and times of records, which all have the same format. */
export const byText = (first: string, second: string): number => (first < second ? -1 : Number(first > second));

interface EventStart {
  readonly id: number;
  readonly start_time: string;
}

/** Sorts by start; equal starts keep the order in which they were created. */
export const byStart = (first: EventStart, second: EventStart): number =>
  byText(first.start_time, second.start_time) || first.id - second.id;
