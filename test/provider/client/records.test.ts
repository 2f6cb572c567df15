import { beforeEach, describe, expect, it } from "vitest";
import { operations } from "../../../api/operations.ts";
import { createClient } from "../../../provider/client/client.ts";
import { type Collection, createRecords, type Records } from "../../../provider/client/records.ts";
import type { ApiRecord } from "../../../provider/client/request.ts";
import { type Api, createService, startEmulator } from "../../emulator/emulation.ts";

const services: Collection = {
  hub: { id: "1", subdomain: "acme" },
  list: operations.listServices,
  get: operations.getService,
};
const complete = () => true;
const forever = Number.POSITIVE_INFINITY;

let api: Api;

function startRecords(): Records {
  const { url, apiKey } = api.emulator;
  return createRecords(createClient({ baseUrl: url, apiKey, apiKeySource: "environment" }));
}

async function createServices(count: number): Promise<string[]> {
  const ids = [];
  for (let made = 0; made < count; made += 1) ids.push(String((await createService(api, { name: `s${made}` })).id));
  api.emulator.clearRequests();
  return ids;
}

const findAll = (records: Records, ids: readonly string[], isComplete: (record: ApiRecord) => boolean = complete) =>
  Promise.all(ids.map((id) => records.find(services, id, isComplete)));

const idsOf = (records: readonly (ApiRecord | undefined)[]) => records.map((record) => String(record?.id));
const sent = (operation: string) => api.emulator.requests.filter((request) => request.operation === operation);
const pagesRead = () => sent("listServices").map(({ query }) => Number(query.page));
const getsSent = () => sent("getService").length;

beforeEach(async () => {
  api = await startEmulator();
});

describe("LST-1: every record is found, from pages read from 1 with none left out", () => {
  it.each([
    [0, [1]],
    [1, [1]],
    [99, [1]],
    [100, [1]],
    [101, [1, 2]],
    [1001, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ])("[LST-01] [LST-04] [LST-05] %d records", async (count, pages) => {
    const ids = await createServices(count);
    const records = startRecords();
    expect(idsOf(await findAll(records, ids))).toEqual(ids);
    if (count === 0) expect(await records.find(services, "1", complete)).toBeUndefined();
    else expect(getsSent()).toBe(0);
    expect(pagesRead().sort((one, other) => one - other)).toEqual(pages);
  });

  it("also where the answer does not say how many pages there are", async () => {
    const ids = await createServices(100);
    const full = (await api.get("/hubs/acme/services?per_page=100")).body.data;
    api.emulator.faults.add({ operation: "listServices", status: 200, body: { data: full } });
    api.emulator.faults.add({ operation: "listServices", status: 200, body: { data: [{ ...full[0], id: 7777 }] } });
    const records = startRecords();
    api.emulator.clearRequests();
    expect(idsOf(await findAll(records, [...ids, "7777"]))).toEqual([...ids, "7777"]);
    expect([pagesRead(), getsSent()]).toEqual([[1, 2], 0]);
  });
});

describe("LST-2: one list", () => {
  it("for fifty first reads side by side, and for all that follow", async () => {
    const ids = await createServices(50);
    const records = startRecords();
    await findAll(records, ids);
    await findAll(records, ids);
    expect(api.emulator.requests).toHaveLength(1);
  });

  it("a hub: another hub has a list of its own", async () => {
    const [id = ""] = await createServices(1);
    const records = startRecords();
    await records.find(services, id, complete);
    const other = { ...services, hub: { id: "2", subdomain: "globex" } };
    expect(await records.find(other, id, complete)).toBeUndefined();
    expect(api.emulator.requests.map(({ path }) => path)).toEqual([
      "/hubs/acme/services",
      "/hubs/globex/services",
      `/hubs/globex/services/${id}`,
    ]);
  });

  it("once more after one that failed: a failure says nothing of the records", async () => {
    const [id = ""] = await createServices(1);
    const records = startRecords();
    api.emulator.faults.add({ operation: "listServices", status: 403 });
    await expect(records.find(services, id, complete)).rejects.toMatchObject({ name: "ForbiddenError" });
    expect(await records.find(services, id, complete)).toMatchObject({ name: "s0" });
    expect([pagesRead(), getsSent()]).toEqual([[1, 1], 0]);
  });

  it("the list for those who must not rely on memory is read anew each time", async () => {
    const [id = ""] = await createServices(2);
    const records = startRecords();
    expect(await records.list(services)).toHaveLength(2);
    api.emulator.remove("services", Number(id));
    expect(await records.list(services)).toHaveLength(1);
  });
});

describe("LST-3: not in the list is not gone", () => {
  it("a record that was made after the list was read costs one GET, once", async () => {
    const records = startRecords();
    await records.find(services, (await createServices(1))[0] ?? "", complete);
    const [late = ""] = await createServices(1);
    expect(idsOf(await findAll(records, [late]))).toEqual([late]);
    await findAll(records, [late]);
    expect([pagesRead(), getsSent()]).toEqual([[], 1]);
  });

  it("a softly deleted record is read by itself, and says that it is deleted", async () => {
    const [id = ""] = await createServices(1);
    api.emulator.softDelete("services", Number(id));
    expect(await startRecords().find(services, id, complete)).toMatchObject({ flags: { deleted: true } });
    expect(getsSent()).toBe(1);
  });

  it("a record that is gone is a 404, each time that it is asked for", async () => {
    const [id = ""] = await createServices(1);
    api.emulator.remove("services", Number(id));
    expect(await findAll(startRecords(), [id])).toEqual([undefined]);
    expect(getsSent()).toBe(1);
  });

  it("pages that shift while they are being read: what falls between two of them costs one GET", async () => {
    const ids = await createServices(201);
    api.emulator.faults.add({ operation: "listServices", after: 1, times: forever, delay: 100 });
    const found = findAll(startRecords(), ids.slice(1));
    await expect.poll(() => pagesRead().length).toBe(3);
    api.emulator.remove("services", Number(ids[0]));
    expect(idsOf(await found)).toEqual(ids.slice(1));
    expect(sent("getService").map(({ path }) => path)).toEqual([`/hubs/acme/services/${ids[100]}`]);
  });
});

describe("LST-4: own writes are seen", () => {
  it("a change and a new record without any request, a deleted one as the API shows it", async () => {
    const ids = await createServices(3);
    const [changed = "", deleted = "", untouched = ""] = ids;
    const records = startRecords();
    await findAll(records, ids);
    api.emulator.clearRequests();

    records.keep(services, (await api.put(`/hubs/acme/services/${changed}`, { name: "new name" })).body);
    const made = await createService(api);
    records.keep(services, made);
    await api.delete(`/hubs/acme/services/${deleted}`);
    records.forget(services, deleted);

    const found = await findAll(records, [changed, String(made.id), untouched, deleted]);
    expect(found).toMatchObject([{ name: "new name" }, { name: "Web" }, { name: "s2" }, { flags: { deleted: true } }]);
    expect([pagesRead(), getsSent()]).toEqual([[], 1]);
  });

  it("also those that were made while the list was being read", async () => {
    const [changed = "", deleted = ""] = await createServices(2);
    const records = startRecords();
    api.emulator.faults.add({ operation: "listServices", when: "after", delay: 100 });
    const found = findAll(records, [changed, deleted]);
    await expect.poll(() => pagesRead().length).toBe(1);
    records.keep(services, (await api.put(`/hubs/acme/services/${changed}`, { name: "new name" })).body);
    await api.delete(`/hubs/acme/services/${deleted}`);
    records.forget(services, deleted);
    expect(await found).toMatchObject([{ name: "new name" }, { flags: { deleted: true } }]);
  });

  it("in a hub that was renamed meanwhile", async () => {
    const [id = ""] = await createServices(1);
    const records = startRecords();
    await findAll(records, [id]);
    await api.put("/hubs/acme", { subdomain: "renamed" });
    const renamed = { ...services, hub: { id: "1", subdomain: "renamed" } };
    expect(await records.find(renamed, id, complete)).toMatchObject({ name: "s0" });
    expect([pagesRead(), getsSent()]).toEqual([[1], 0]);
  });
});

describe("LST-5: lists with basic info only", () => {
  it("cost one GET a record, and no second one", async () => {
    const ids = await createServices(3);
    const lean = ids.map((id) => ({ id: Number(id), name: "lean" }));
    api.emulator.faults.add({ operation: "listServices", status: 200, body: { data: lean, page_count: 1 } });
    const records = startRecords();
    const hasGroup = (record: ApiRecord) => record.group_id !== undefined;
    expect(await findAll(records, ids, hasGroup)).toMatchObject([{ group_id: 1 }, { group_id: 1 }, { group_id: 1 }]);
    await findAll(records, ids, hasGroup);
    expect([pagesRead(), getsSent()]).toEqual([[1], 3]);
  });

  it("are read no further than the first page where their records will not do", async () => {
    const ids = await createServices(250);
    const records = startRecords();
    await findAll(records, ids.slice(0, 5), (record) => record.body !== undefined);
    expect([pagesRead(), getsSent()]).toEqual([[1], 5]);
  });

  it("cost none where what they leave out is not asked for", async () => {
    const ids = await createServices(3);
    const lean = ids.map((id) => ({ id: Number(id), name: "lean" }));
    api.emulator.faults.add({ operation: "listServices", status: 200, body: { data: lean, page_count: 1 } });
    await findAll(startRecords(), ids, (record) => record.name !== undefined);
    expect(getsSent()).toBe(0);
  });
});

describe("LST-6: a list that does not exist", () => {
  it.each([404, 405, 422])("answers %d, is asked for once, and each record is read by itself", async (status) => {
    const ids = await createServices(3);
    api.emulator.faults.add({ operation: "listServices", status, times: forever });
    const records = startRecords();
    expect(idsOf(await findAll(records, ids))).toEqual(ids);
    expect(await records.find(services, "999999", complete)).toBeUndefined();
    expect([pagesRead(), getsSent()]).toEqual([[1], 4]);
  });
});
