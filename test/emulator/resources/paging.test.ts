import { describe, expect, it } from "vitest";
import { createService, startEmulator } from "../emulation.ts";

const services = "/hubs/acme/services";

async function withServices(count: number) {
  const api = await startEmulator();
  for (let index = 0; index < count; index += 1) await createService(api, { name: `Service ${index}` });
  return api;
}

describe("a paginated list", () => {
  it.each([
    [
      "[LST-01] [LST-02] starts at page 1 with 25 records per page",
      "",
      26,
      { current_page: 1, per_page: 25, page_count: 2 },
    ],
    ["[LST-02] allows up to 100 records per page", "per_page=100", 3, { per_page: 100, page_count: 1 }],
    ["[LST-02] allows a single record per page", "per_page=1", 3, { per_page: 1, page_count: 3 }],
    ["[LST-04] of no records has one page", "", 0, { current_page: 1, page_count: 1, per_page: 25, data: [] }],
    ["is empty beyond its end", "page=5", 1, { current_page: 5, page_count: 1, data: [] }],
  ])("%s", async (_, query, count, expected) => {
    const api = await withServices(count);
    const { body } = await api.get(`${services}?${query}`);
    expect(body).toMatchObject({ ...expected, total: count });
    expect(body.data.length).toBeLessThanOrEqual(body.per_page);
  });

  it.each(["page=0", "page=-1", "page=1.5", "page=x", "page=", "per_page=0", "per_page=101", "per_page=1e2"])(
    "[LST-03] rejects %s",
    async (query) => {
      const api = await withServices(1);
      const { status, body } = await api.get(`${services}?${query}`);
      expect(status).toBe(422);
      expect(body.error).toMatch(/^(per_)?page must be a whole number/);
    },
  );

  it.each([
    ["1000000001", 1_000_000_001],
    ["9007199254740993000", Number.MAX_SAFE_INTEGER],
  ])("[LST-01] accepts page %s, because there is no maximum", async (page, current_page) => {
    const api = await withServices(1);
    expect(await api.get(`${services}?page=${page}`)).toMatchObject({ status: 200, body: { current_page, data: [] } });
  });

  it("[LST-05] holds each record once across its pages", async () => {
    const api = await withServices(7);
    const pages = await Promise.all([1, 2, 3].map((page) => api.get(`${services}?per_page=3&page=${page}`)));
    expect(pages.map(({ body }) => body.data.length)).toEqual([3, 3, 1]);
    expect(pages.flatMap(({ body }) => body.data.map(({ id }: { id: number }) => id))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pages.every(({ body }) => body.total === 7 && body.page_count === 3)).toBe(true);
  });
});
