import type { Operation } from "../../api/operation.ts";
import type { Client } from "./client.ts";
import { ResponseShapeError } from "./errors.ts";
import type { ApiRecord } from "./request.ts";

/** Documented: at most 100 records a page. */
const pageSize = 100;

interface Page {
  readonly records: readonly ApiRecord[];
  /** Pages of the whole list, if the answer says. */
  readonly count: number | undefined;
}

export interface ListOptions {
  readonly parameters?: Record<string, string>;
  readonly filters?: Record<string, string>;
  /** Whether the records of the first page are worth reading the others. @default they are */
  readonly isWorthwhile?: (records: readonly ApiRecord[]) => boolean;
}

/**
 * Reads every page of a list: the first, then the others side by side. Records that shift between pages while they are
 * being read may come twice, then the last one counts; or not at all, so a miss is no proof that a record is gone.
 */
export async function listAll(client: Client, operation: Operation, options: ListOptions = {}): Promise<ApiRecord[]> {
  const { parameters = {}, filters = {}, isWorthwhile = () => true } = options;
  const read = async (page: number) =>
    pageOf(operation, await client.perform(operation, parameters, { query: { ...filters, page, per_page: pageSize } }));
  const first = await read(1);
  const others = isWorthwhile(first.records) ? await readOthers(first, read) : [];
  const records = [first, ...others].flatMap((page) => page.records);
  return [...new Map(records.map((record) => [String(record.id), record])).values()];
}

const readOthers = (first: Page, read: ReadPage): Promise<Page[]> =>
  first.count === undefined ? readUntilShort(first, read) : readRest(first.count, read);

function pageOf({ method, path }: Operation, { data, page_count: count }: ApiRecord): Page {
  if (!Array.isArray(data)) throw new ResponseShapeError(`${method} ${path} was answered without a list of records`);
  return { records: data, count: typeof count === "number" ? count : undefined };
}

type ReadPage = (page: number) => Promise<Page>;

const readRest = (count: number, read: ReadPage): Promise<Page[]> =>
  Promise.all(Array.from({ length: Math.max(0, count - 1) }, (_, index) => read(index + 2)));

/** Inferred: should `page_count` be missing, a page that is not full is the last one. */
async function readUntilShort(first: Page, read: ReadPage): Promise<Page[]> {
  const others: Page[] = [];
  for (let last = first; last.records.length >= pageSize; others.push(last)) last = await read(others.length + 2);
  return others;
}
