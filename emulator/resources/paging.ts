/** What every list takes. */
export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

/** Documented: the envelope of a paginated list. */
export interface Page<Item> {
  current_page: number;
  page_count: number;
  per_page: number;
  total: number;
  data: Item[];
}

/** Cuts one page out of all matching rows and makes answers of them. Inferred: beyond the last page `data` is empty. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { page, per_page }: PageQuery,
  answer: (row: Row) => Item,
): Page<Item> {
  const first = (page - 1) * per_page;
  return {
    current_page: page,
    page_count: Math.max(1, Math.ceil(rows.length / per_page)),
    per_page,
    total: rows.length,
    data: rows.slice(first, first + per_page).map(answer),
  };
}

/** Keeps what a filter with `true`, `false` and `all` asks for. */
export function chosen<Row>(
  rows: readonly Row[],
  choice: "true" | "false" | "all",
  holds: (row: Row) => boolean,
): readonly Row[] {
  return choice === "all" ? rows : rows.filter((row) => holds(row) === (choice === "true"));
}

type Order<Row> = (first: Row, second: Row) => number;

const sortedLists = new WeakMap<readonly unknown[], Map<unknown, readonly unknown[]>>();

/** The rows in an order. Remembered as long as the list itself, which a table makes anew after a change. */
export function inOrder<Row>(rows: readonly Row[], order: Order<Row>): readonly Row[] {
  const known = sortedLists.get(rows) ?? new Map<unknown, readonly unknown[]>();
  sortedLists.set(rows, known);
  // What is kept under an order was sorted by it, so it holds the same rows.
  const sorted = (known.get(order) as readonly Row[] | undefined) ?? rows.toSorted(order);
  known.set(order, sorted);
  return sorted;
}

/** Orders texts, and so times as the API writes them. */
export const byText = (first: string, second: string): number => (first < second ? -1 : Number(first > second));
