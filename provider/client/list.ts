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
}

export interface PartOfList {
  readonly records: Live[];
  /** Whether these are all records of the list. */
  readonly isWhole: boolean;
}

/** Whether the first page makes it worth reading the others. It may tell how many pages there are. */
export type IsWorthwhile = (records: readonly Live[], pages: number | undefined) => boolean;

/**
 * Reads every page of a list: the first, the second, then the others in parallel. Records that move between pages
 * during the read may appear twice, in which case the last one counts, or be missing; so a missing record isn't proof
 * that it is gone.
 *
 * @throws ListError if the list doesn't page as documented: pages repeat, or there is no end
 */
export async function listAll(client: Client, operation: Operation, options: ListOptions = {}): Promise<Live[]> {
  const { records } = await listIfWorthwhile(client, operation, options, () => true);
  return records;
}

/** Reads the first page of a list and, if that is worthwhile, all others, as above. */
export async function listIfWorthwhile(
  client: Client,
  operation: Operation,
  { parameters = {}, filters = {} }: ListOptions,
  isWorthwhile: IsWorthwhile,
): Promise<PartOfList> {
  const request = `${operation.method} ${operation.path}`;
  const read = async (page: number): Promise<ListPage> => {
    const query = { ...filters, page, per_page: pageSize };
    const { data, page_count: count } = await client.perform(operation, parameters, { query });
    if (!Array.isArray(data) || !data.every(isListed)) throw noList(request);
    return { records: data, count: typeof count === "number" ? count : undefined };
  };
  const readNext = async (page: number): Promise<ListPage> => {
    try {
      return await read(page);
    } catch (error) {
      if (!isNotFound(error) && !isRejected(error)) throw error;
      // Inferred (list-end): a page beyond the end is empty. If not, the list isn't missing while its first page is there.
      const { count } = await read(1);
      if (count !== undefined && page <= count) throw noList(request);
      return { records: [], count };
    }
  };
  const first = await read(1);
  const found = new Map(entriesOf(first));
  if (!isWorthwhile(first.records, first.count)) {
    const isWhole = first.records.length === 0 || first.count === 1;
    return { records: [...found.values()], isWhole };
  }
  let last = first;
  for (let next = 2; goesOn(first, last, next); ) {
    // Only the second page shows whether the list pages at all.
    const size = next === 2 || first.count === undefined ? 1 : Math.min(pagesAtOnce, first.count - next + 1);
    const pages = await Promise.all(Array.from({ length: size }, (_, index) => readNext(next + index)));
    for (const page of pages) {
      const isRepeated = page.records.length > 0 && entriesOf(page).every(([id]) => found.has(id));
      if (isRepeated) throw new ListError(endlessList.repeated({ request }));
      for (const [id, live] of entriesOf(page)) found.set(id, live);
    }
    last = pages.at(-1) ?? first;
    next += size;
    if (next > mostPages + 1) throw new ListError(endlessList.tooLong({ request, pages: mostPages, size: pageSize }));
  }
  return { records: [...found.values()], isWhole: true };
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

const noList = (request: string) => new ResponseShapeError(malformedResponse.noList({ request }));
