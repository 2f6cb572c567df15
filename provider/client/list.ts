import type { Live } from "../../model/api/form.ts";
import type { Operation } from "../../model/api/operation.ts";
import { endlessList, malformedResponse } from "../errors/requests.ts";
import type { Client } from "./client.ts";
import { isNotFound, isRejected, ListError, ResponseShapeError } from "./errors.ts";
import { listLimits } from "./limits.ts";

const { pageSize, pagesAtOnce, mostPages } = listLimits;

export interface ListOptions {
  readonly parameters?: Record<string, string>;
  readonly filters?: Record<string, string>;
  readonly signal?: AbortSignal | undefined;
}

/** A list whose first page has been read. */
export interface OpenList {
  /** The records of the first page. */
  readonly records: Live[];
  /** Number of pages, if all of them take longer than about a second; undefined if not, or if the response doesn't have it. */
  readonly longListPages: number | undefined;
  /** Whether the first page certainly has all records. */
  readonly isWhole: boolean;
  /** Reads the other pages, and returns the records of all. */
  readAll(): Promise<Live[]>;
}

/**
 * Reads every page of a list: the first, the second, then the others in parallel. Records that move between pages
 * during the read may appear twice, in which case the last one counts, or be missing; so a missing record isn't proof
 * that it is gone.
 *
 * @throws ListError if the list doesn't page as documented: pages repeat, or there is no end
 */
export async function listAll(client: Client, operation: Operation, options: ListOptions = {}): Promise<Live[]> {
  const list = await openList(client, operation, options);
  return list.readAll();
}

/** Reads the first page of a list. */
export async function openList(client: Client, operation: Operation, options: ListOptions): Promise<OpenList> {
  const pages = new Pages(client, operation, options);
  const first = await pages.read(1);
  const isLong = first.count !== undefined && first.count > pagesAtOnce;
  return {
    records: [...byId(first).values()],
    longListPages: isLong ? first.count : undefined,
    isWhole: first.records.length === 0 || first.count === 1,
    readAll: () => pages.readOthers(first),
  };
}

interface Page {
  readonly records: readonly Live[];
  /** Number of pages, if the response has it. */
  readonly count: number | undefined;
}

/** The pages of one list. */
class Pages {
  readonly #client: Client;
  readonly #operation: Operation;
  readonly #options: ListOptions;
  /** The operation, for messages. */
  readonly #request: string;

  constructor(client: Client, operation: Operation, options: ListOptions) {
    this.#client = client;
    this.#operation = operation;
    this.#options = options;
    this.#request = `${operation.method} ${operation.path}`;
  }

  async read(page: number): Promise<Page> {
    const { parameters = {}, filters = {}, signal } = this.#options;
    const query = { ...filters, page, per_page: pageSize };
    const { data, page_count: count } = await this.#client.perform(this.#operation, parameters, { query, signal });
    if (!Array.isArray(data) || !data.every(isListed)) throw this.#noList();
    return { records: data, count: typeof count === "number" ? count : undefined };
  }

  /** Reads the pages after the first one. Returns the records of all. */
  async readOthers(first: Page): Promise<Live[]> {
    const found = byId(first);
    let last = first;
    let next = 2;
    while (goesOn(first, last, next)) {
      const size = sizeOfBatch(first, next);
      const batch = await Promise.all(Array.from({ length: size }, (_, index) => this.#readPastFirst(next + index)));
      for (const page of batch) {
        const records = byId(page);
        const isRepeated = records.size > 0 && [...records.keys()].every((id) => found.has(id));
        if (isRepeated) throw new ListError(endlessList.repeated({ request: this.#request }));
        for (const [id, live] of records) found.set(id, live);
      }
      last = batch.at(-1) ?? first;
      next += size;
      if (next > mostPages + 1) throw this.#tooLong();
    }
    return [...found.values()];
  }

  /** Reads a page that may be beyond the end. */
  async #readPastFirst(page: number): Promise<Page> {
    try {
      return await this.read(page);
    } catch (error) {
      if (!isNotFound(error) && !isRejected(error)) throw error;
      // Inferred (list-end): a page beyond the end is empty. If not, the list isn't missing while its first page is there.
      const { count } = await this.read(1);
      if (count !== undefined && page <= count) throw this.#noList();
      return { records: [], count };
    }
  }

  #noList(): ResponseShapeError {
    return new ResponseShapeError(malformedResponse.noList({ request: this.#request }));
  }

  #tooLong(): ListError {
    return new ListError(endlessList.tooLong({ request: this.#request, pages: mostPages, size: pageSize }));
  }
}

/** Inferred (list-pages): if `page_count` is missing, a page that isn't full is the last one. An empty page always is. */
function goesOn(first: Page, last: Page, next: number): boolean {
  if (last.records.length === 0) return false;
  return first.count === undefined ? last.records.length >= pageSize : next <= first.count;
}

/** How many pages to read in parallel. Only the second one shows whether the list pages at all. */
function sizeOfBatch({ count }: Page, next: number): number {
  if (next === 2 || count === undefined) return 1;
  return Math.min(pagesAtOnce, count - next + 1);
}

const byId = ({ records }: Page): Map<string, Live> => new Map(records.map((live) => [String(live.id), live]));

/** A record without an ID could be neither read nor told apart. */
const isListed = (item: unknown): item is Live =>
  typeof item === "object" && item !== null && "id" in item && ["number", "string"].includes(typeof item.id);
