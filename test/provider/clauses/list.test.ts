import { describe, expect, it } from "vitest";
import { operations } from "../../../api/operations.ts";
import { listAll } from "../../../provider/client/list.ts";
import { startEmulator } from "../../emulator/emulation.ts";
import { reachAgain } from "../client/account.ts";

const parameters = { subdomain: "acme" };

async function startWith(count: number) {
  const api = await startEmulator();
  for (let made = 0; made < count; made += 1) {
    await api.post("/hubs/acme/maintenance_templates", { title: `Template ${made}` });
  }
  api.emulator.clearRequests();
  const { client } = reachAgain(api.emulator);
  return { ...api, list: () => listAll(client, operations.listMaintenanceTemplates, { parameters }) };
}

it.each([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [201, 3],
])(
  "[LST-01] [LST-02] [LST-03] [LST-05] %d records are %d pages of the largest size, from the first on",
  async (count, pages) => {
    const { emulator, list } = await startWith(count);
    const records = await list();

    expect(new Set(records.map(({ title }) => title)).size).toBe(count);
    expect(records).toHaveLength(count);
    expect(emulator.requests.map(({ query, status }) => [query.page, query.per_page, status])).toEqual(
      Array.from({ length: pages }, (_, index) => [String(index + 1), "100", 200]),
    );
  },
);

describe("[LST-04] the envelope", () => {
  it("says how many pages there are, and is believed though a page is not full", async () => {
    const { emulator, list } = await startWith(101);
    const page = (ids: number[], current_page: number) => ({
      current_page,
      page_count: 2,
      per_page: 100,
      total: 3,
      data: ids.map((id) => ({ id })),
    });
    emulator.faults.add({ status: 200, body: page([1], 1) });
    emulator.faults.add({ status: 200, body: page([2, 3], 2) });

    expect((await list()).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(emulator.requests).toHaveLength(2);
  });

  it("without records is an error, and no empty list", async () => {
    const { emulator, list } = await startWith(1);
    emulator.faults.add({ status: 200, body: { current_page: 1, page_count: 1, per_page: 100, total: 1 } });

    await expect(list()).rejects.toThrow(/answered without a list of records/);
  });
});
