import type { Operation } from "../../api/operation.ts";
import type { Client } from "./client.ts";
import { ResponseShapeError } from "./errors.ts";
import type { ApiRecord } from "./request.ts";

/** Documented: at most 100 records a page. */
const pageSize = 100;

/**
 * Reads every page of a list. Records that shift between pages while they are being read may come twice; the last
 * reading of an id counts.
 */
export async function listAll(
  client: Client,
  operation: Operation,
  parameters: Record<string, string>,
  filters: Record<string, string> = {},
): Promise<ApiRecord[]> {
  const records = new Map<string, ApiRecord>();
  for (let page = 1; ; page++) {
    const answer = await client.perform(operation, parameters, { query: { ...filters, page, per_page: pageSize } });
    if (!Array.isArray(answer.data)) {
      throw new ResponseShapeError(`${operation.method} ${operation.path} was answered without a list of records`);
    }
    const data: ApiRecord[] = answer.data;
    for (const record of data) records.set(String(record.id), record);
    // Inferred: should `page_count` be missing, a short page is the last one.
    const last = typeof answer.page_count === "number" ? page >= answer.page_count : data.length < pageSize;
    if (last || data.length === 0) return [...records.values()];
  }
}
