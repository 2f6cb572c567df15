import type { Live } from "../../model/api/form.ts";
import type { Operation } from "../../model/api/operation.ts";
import { endlessList, malformedResponse } from "../errors/requests.ts";
import type { Client } from "./client.ts";
import { isNotFound, isRejected, ListError, ResponseShapeError } from "./errors.ts";
import { listLimits } from "./limits.ts";

const { pageSize, pagesAtOnce, mostPages } = listLimits;

interface ListPage {
  readonly records: readonly Live[];
  /** Number of pages, if the response has it. */
  readonly count: number | undefined;
}

export interface ListOptions {
  readonly parameters?: Record<string, string>;
  readonly filters?: Record<string, string>;
  /** Whether the first page makes it worth reading the others. It may tell how many pages there are. @default it does */
  readonly isWorthwhile?: (records: readonly Live[], pages?: number) => boolean;
}

/**
 * Reads every page of a list: the first, the second, then the others in parallel. Records that move between pages
 * during the read may appear twice, in which case the last one counts, or be missing; so a missing record isn't proof
 * that it is gone.
 *
 * @throws ListError if the list doesn't page as documented: pages repeat, or there is no end
 */
export async function listAll(client: Client, operation: Operation, options: ListOptions = {}): Promise<Live[]> {
  const { parameters = {}, filters = {}, isWorthwhile = () => true } = options;
  const read = async (page: number) =>
    pageFrom(
      operation,
      await client.perform(operation, parameters, { query: { ...filters, page, per_page: pageSize } }),
    );
  const first = await read(1);
  const found = new Map(entriesOf(first));
  const readNext = async (page: number): Promise<ListPage> => {
    try {
      return await read(page);
    } catch (error) {
      if (!isNotFound(error) && !isRejected(error)) throw error;
      // Inferred (list-end): a page beyond the end is empty. If not, the list isn't missing while its first page is there.
      const { count } = await read(1);
      if (count !== undefined && page <= count) throw noList(operation);
      return { records: [], count };
    }
  };
  if (isWorthwhile(first.records, first.count)) await readOthers({ operation, first, read: readNext, found });
  return [...found.values()];
}

interface Reading {
  readonly operation: Operation;
  readonly first: ListPage;
  readonly read: (page: number) => Promise<ListPage>;
  /** The records found so far, by ID. */
  readonly found: Map<string, Live>;
}

async function readOthers({ operation, first, read, found }: Reading): Promise<void> {
  let last = first;
  for (let next = 2; goesOn(first, last, next); ) {
    // Only the second page shows whether the list pages at all.
    const size = next === 2 || first.count === undefined ? 1 : Math.min(pagesAtOnce, first.count - next + 1);
    const pages = await Promise.all(Array.from({ length: size }, (_, index) => read(next + index)));
    for (const page of pages) {
      if (page.records.length > 0 && entriesOf(page).every(([id]) => found.has(id))) throw repeats(operation);
      for (const [id, live] of entriesOf(page)) found.set(id, live);
    }
    last = pages.at(-1) ?? first;
    next += size;
    if (next > mostPages + 1) throw neverEnds(operation);
  }
}

/** Inferred (list-pages): if `page_count` is missing, a page that isn't full is the last one. An empty page always is. */
function goesOn(first: ListPage, last: ListPage, next: number): boolean {
  if (last.records.length === 0) return false;
  return first.count === undefined ? last.records.length >= pageSize : next <= first.count;
}

const entriesOf = ({ records }: ListPage): [string, Live][] => records.map((live) => [String(live.id), live]);

/** A record without an ID could be neither read nor told apart. */
const isListed = (item: unknown): item is Live =>
  typeof item === "object" && item !== null && "id" in item && ["number", "string"].includes(typeof item.id);

function pageFrom(operation: Operation, { data, page_count: count }: Live): ListPage {
  if (!Array.isArray(data) || !data.every(isListed)) {
    throw noList(operation);
  }
  return { records: data, count: typeof count === "number" ? count : undefined };
}

const noList = ({ method, path }: Operation) =>
  new ResponseShapeError(malformedResponse.noList({ request: `${method} ${path}` }));

const repeats = ({ method, path }: Operation) => new ListError(endlessList.repeated({ request: `${method} ${path}` }));

const neverEnds = ({ method, path }: Operation) =>
  new ListError(endlessList.tooLong({ request: `${method} ${path}`, pages: mostPages, size: pageSize }));
