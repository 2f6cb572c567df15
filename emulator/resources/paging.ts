/** What every list takes. */
export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

/** Documented: the envelope of a paginated list. */
export interface ListPage<Item> {
  current_page: number;
  page_count: number;
  per_page: number;
  total: number;
  data: Item[];
}

/** Turns one page of all matching rows into answers. Inferred: beyond the last page `data` is empty. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  { page, per_page }: PageQuery,
  answer: (row: Row) => Item,
): ListPage<Item> {
  const first = (page - 1) * per_page;
  return {
    current_page: page,
    page_count: Math.max(1, Math.ceil(rows.length / per_page)),
    per_page,
    total: rows.length,
    data: rows.slice(first, first + per_page).map(answer),
  };
}

/** Applies a filter with `true`, `false` and `all`. */
export function chosen<Row>(
  rows: readonly Row[],
  choice: "true" | "false" | "all",
  holds: (row: Row) => boolean,
): readonly Row[] {
  return choice === "all" ? rows : rows.filter((row) => holds(row) === (choice === "true"));
}

/** Orders texts, and times as the API writes them. */
export const byText = (first: string, second: string): number => (first < second ? -1 : Number(first > second));
