import type { Operation } from "../../api/operation.ts";
import type { Client } from "./client.ts";
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
    const data = Array.isArray(answer.data) ? (answer.data as ApiRecord[]) : [];
    for (const record of data) records.set(String(record.id), record);
    // Inferred: should `page_count` be missing, a short page is the last one.
    const last = typeof answer.page_count === "number" ? page >= answer.page_count : data.length < pageSize;
    if (last || data.length === 0) return [...records.values()];
  }
}
