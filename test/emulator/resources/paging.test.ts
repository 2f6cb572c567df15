import { describe, expect, it } from "vitest";
import { createService, startEmulator } from "../emulation.ts";

const services = "/hubs/acme/services";

async function withServices(count: number) {
  const api = await startEmulator();
  for (let index = 0; index < count; index += 1) await createService(api, { name: `Service ${index}` });
  return api;
}

describe("a paginated list", () => {
  it("[LST-01] [LST-02] starts at page 1 with 25 records per page", async () => {
    const api = await withServices(26);
    const { body } = await api.get(services);
    expect(body).toMatchObject({ current_page: 1, per_page: 25, page_count: 2, total: 26 });
    expect(body.data).toHaveLength(25);
  });

  it("[LST-02] allows up to 100 records per page", async () => {
    const api = await withServices(3);
    expect((await api.get(`${services}?per_page=100`)).body).toMatchObject({ per_page: 100, page_count: 1 });
    expect((await api.get(`${services}?per_page=1`)).body).toMatchObject({ per_page: 1, page_count: 3 });
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

  it("[LST-04] of no records has one page", async () => {
    const api = await withServices(0);
    const { body } = await api.get(services);
    expect(body).toEqual({ current_page: 1, page_count: 1, per_page: 25, total: 0, data: [] });
  });

  it("[LST-05] holds each record once across its pages", async () => {
    const api = await withServices(7);
    const pages = await Promise.all([1, 2, 3].map((page) => api.get(`${services}?per_page=3&page=${page}`)));
    expect(pages.map(({ body }) => body.data.length)).toEqual([3, 3, 1]);
    expect(pages.flatMap(({ body }) => body.data.map(({ id }: { id: number }) => id))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pages.every(({ body }) => body.total === 7 && body.page_count === 3)).toBe(true);
  });

  it("is empty beyond its end", async () => {
    const api = await withServices(1);
    expect((await api.get(`${services}?page=5`)).body).toMatchObject({
      current_page: 5,
      page_count: 1,
      total: 1,
      data: [],
    });
  });
});
