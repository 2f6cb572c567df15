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
  readonly signal?: AbortSignal | undefined;
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
  options: ListOptions,
  isWorthwhile: IsWorthwhile,
): Promise<PartOfList> {
  const pages = pagesOf(client, operation, options);
  const first = await pages.read(1);
  if (isWorthwhile(first.records, first.count)) return { records: await readOthers(pages, first), isWhole: true };
  const isWhole = first.records.length === 0 || first.count === 1;
  return { records: [...new Map(entriesOf(first)).values()], isWhole };
}

interface Pages {
  /** The operation, for messages. */
  readonly request: string;
  read(page: number): Promise<ListPage>;
  /** Reads a page that may be beyond the end. */
  readNext(page: number): Promise<ListPage>;
}

function pagesOf(client: Client, operation: Operation, options: ListOptions): Pages {
  const { parameters = {}, filters = {}, signal } = options;
  const request = `${operation.method} ${operation.path}`;
  const read = async (page: number): Promise<ListPage> => {
    const query = { ...filters, page, per_page: pageSize };
    const { data, page_count: count } = await client.perform(operation, parameters, { query, signal });
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
  return { request, read, readNext };
}

/** Reads the pages after the first one. Returns the records of all. */
async function readOthers({ request, readNext }: Pages, first: ListPage): Promise<Live[]> {
  const found = new Map(entriesOf(first));
  let last = first;
  for (let next = 2; goesOn(first, last, next); ) {
    const size = sizeOfBatch(first, next);
    const batch = await Promise.all(Array.from({ length: size }, (_, index) => readNext(next + index)));
    for (const page of batch) {
      const isRepeated = page.records.length > 0 && entriesOf(page).every(([id]) => found.has(id));
      if (isRepeated) throw new ListError(endlessList.repeated({ request }));
      for (const [id, live] of entriesOf(page)) found.set(id, live);
    }
    last = batch.at(-1) ?? first;
    next += size;
    if (next > mostPages + 1) throw new ListError(endlessList.tooLong({ request, pages: mostPages, size: pageSize }));
  }
  return [...found.values()];
}

/** How many pages to read in parallel. Only the second one shows whether the list pages at all. */
const sizeOfBatch = ({ count }: ListPage, next: number): number =>
  next === 2 || count === undefined ? 1 : Math.min(pagesAtOnce, count - next + 1);

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
