import { beforeEach, describe, expect, it } from "vitest";
import { service } from "../../../model/kinds/service.ts";
import type { Collection } from "../../../provider/client/collection.ts";
import { type Api, createService, startEmulator } from "../../emulator/emulation.ts";
import { reachAgain } from "./account.ts";

let api: Api;

/** The services of hub acme, as a new process sees them. The log doesn't have the lookup of the hub. */
async function openServices(account = reachAgain(api.emulator), subdomain = "acme"): Promise<Collection> {
  const services = await account.open(service.operations, { subdomain }, ({ group_id }) => group_id !== undefined);
  api.emulator.clearRequests();
  return services;
}

async function createServices(count: number): Promise<string[]> {
  const ids = [];
  for (let made = 0; made < count; made += 1) ids.push(String((await createService(api, { name: `s${made}` })).id));
  api.emulator.clearRequests();
  return ids;
}

const findAll = (records: Collection, ids: readonly string[]) => Promise.all(ids.map((id) => records.read(id)));

const sent = (operation: string) => api.emulator.requests.filter((request) => request.operation === operation);
const pagesRead = () => sent("listServices").map(({ query }) => Number(query.page));
const getsSent = () => sent("getService").length;

beforeEach(async () => {
  api = await startEmulator();
});

describe("LST-2: one list request", () => {
  it("per hub", async () => {
    const [id = ""] = await createServices(1);
    const account = reachAgain(api.emulator);
    await (await openServices(account)).read(id);
    const other = await openServices(account, "globex");
    expect(await other.read(id)).toBeUndefined();
    expect(api.emulator.requests.map(({ path }) => path)).toEqual([
      "/hubs/globex/services",
      `/hubs/globex/services/${id}`,
      "/hubs/globex",
    ]);
  });

  it("is sent again after one that failed, because a failure doesn't tell anything about the records", async () => {
    const [id = ""] = await createServices(1);
    const records = await openServices();
    api.emulator.faults.add({ operation: "listServices", status: 403 });
    await expect(records.read(id)).rejects.toMatchObject({ name: "ForbiddenError" });
    expect(await records.read(id)).toMatchObject({ name: "s0" });
    expect([pagesRead(), getsSent()]).toEqual([[1, 1], 0]);
  });

  it("serves all callers who ask for live records, and is sent again after a create that failed", async () => {
    const [id = ""] = await createServices(2);
    const records = await openServices();
    expect(await records.list()).toHaveLength(2);
    api.emulator.remove("services", Number(id));
    expect(await records.list()).toHaveLength(2);
    await expect(records.post({ name: "no group" })).rejects.toMatchObject({ status: 422 });
    expect(await records.list()).toHaveLength(1);
    expect(pagesRead()).toEqual([1, 1]);
  });
});

describe("LST-4: own writes are visible", () => {
  it("even if they happen while the list is being read", async () => {
    const [changed = "", deleted = ""] = await createServices(2);
    const records = await openServices();
    api.emulator.faults.add({ operation: "listServices", when: "after", delay: 500 });
    const found = findAll(records, [changed, deleted]);
    await expect.poll(() => pagesRead().length).toBe(1);
    await records.put(changed, { name: "new name" });
    await records.remove(deleted);
    expect(await found).toMatchObject([{ name: "new name" }, { flags: { deleted: true } }]);
  });

  it("as the API keeps them, even if the response to a change doesn't show it", async () => {
    const [changed = ""] = await createServices(1);
    const records = await openServices();
    api.emulator.assume({ "upper-case": "services.name" });
    api.emulator.faults.add({ operation: "updateService", when: "after", status: 200, body: "" });
    expect(await records.put(changed, { name: "web" })).toMatchObject({ name: "WEB" });

    api.emulator.faults.add({ operation: "updateService", when: "after", status: 200, body: { done: true } });
    api.emulator.faults.add({ operation: "getService", status: 422 });
    expect(await records.put(changed, { name: "app" })).toEqual({ done: true, id: changed });
  });

  it("in a hub that was renamed meanwhile", async () => {
    const [id = ""] = await createServices(1);
    const account = reachAgain(api.emulator);
    await (await openServices(account)).read(id);
    await api.put("/hubs/acme", { subdomain: "renamed" });
    const records = await openServices(account, "renamed");
    expect(await records.read(id)).toMatchObject({ name: "s0" });
    expect([pagesRead(), getsSent()]).toEqual([[], 0]);
  });
});

it("ABS-1: a record that the list has shown is gone once a new list doesn't show it", async () => {
  const [id = ""] = await createServices(1);
  const records = await openServices();
  expect(await records.read(id)).toMatchObject({ name: "s0" });
  api.emulator.remove("services", Number(id));
  expect(await records.get(id)).toBeUndefined();
  expect(pagesRead()).toEqual([1, 1]);
});

it("ABS-1: a record isn't gone if the list that showed it answers 404 later, too", async () => {
  const [id = "", other = ""] = await createServices(2);
  const records = await openServices();
  await findAll(records, [id, other]);
  await records.get(other);
  api.emulator.faults.add({ operation: "getService", status: 404 });
  api.emulator.faults.add({ operation: "listServices", status: 404 });
  await expect(records.get(id)).rejects.toThrow(/SH5005/);
});

describe("ABS-1: where no list exists, as far as StatusHub's description says", () => {
  const noLists = { operation: "listServices", status: 404, times: Number.POSITIVE_INFINITY } as const;

  it.each(["put", "post", "remove"] as const)(
    "a success of our own %s is a witness of another record's absence",
    async (write) => {
      const [id = "", other = ""] = await createServices(2);
      api.emulator.faults.add(noLists);
      api.emulator.remove("services", Number(id));
      const records = await openServices();
      await expect(records.get(id)).rejects.toThrow(
        /the list of its kind is missing, too.*pulumi state delete.*\[SH5005\]$/,
      );
      if (write === "post") await records.post({ group_id: 1, name: "new" });
      else if (write === "put") await records.put(other, { name: "other" });
      else await records.remove(other);
      expect(await records.get(id)).toBeUndefined();
    },
  );
});

it("ABS-1: after our own DELETE, a 404 needs no other witness", async () => {
  const [id = "", other = ""] = await createServices(2);
  const records = await openServices();
  await findAll(records, [id, other]);
  for (const each of [id, other]) api.emulator.remove("services", Number(each));
  api.emulator.faults.add({ operation: "deleteService", status: 200, body: {} });
  api.emulator.faults.add({ operation: "listServices", status: 500, times: Number.POSITIVE_INFINITY });
  await records.remove(id);
  expect(await records.get(id)).toBeUndefined();
  await expect(records.get(other)).rejects.toThrow(/SH5005/);
});

it("LST-5: lists with basic info only cost one GET per record, and never a second one", async () => {
  const ids = await createServices(3);
  const lean = ids.map((id) => ({ id: Number(id), name: "lean" }));
  api.emulator.faults.add({ operation: "listServices", status: 200, body: { data: lean, page_count: 1 } });
  const records = await openServices();
  const groupsRead = async () => (await findAll(records, ids)).map((record) => record?.group_id);
  expect(await groupsRead()).toEqual([1, 1, 1]);
  await groupsRead();
  expect([pagesRead(), getsSent()]).toEqual([[1], 3]);
});

it("LST-9: a list of more than 30 pages is read once as many records are needed as it has pages", async () => {
  await createServices(1);
  const { emulator } = api;
  const snapshot = emulator.snapshot();
  const [service = expect.unreachable()] = snapshot.rows.services ?? [];
  const services = Array.from({ length: 3_100 }, (_, index) => ({ ...service, id: 1000 + index }));
  emulator.restore({ ...snapshot, rows: { ...snapshot.rows, services } });
  const ids = services.map(({ id }) => String(id));
  const records = await openServices();
  for (const id of ids.slice(-30)) await records.read(id);
  expect([pagesRead(), getsSent()]).toEqual([[1], 30]);
  const found = await findAll(records, ids);
  expect(found.map((record) => String(record?.id))).toEqual(ids);
  expect([pagesRead().length, getsSent()]).toEqual([1 + 31, 30]);
});

it("a response without a valid ID holds no record", async () => {
  const records = await openServices();
  for (const id of [0, -1, 1.5, "0", "-1", "one", "", null, undefined, [1], {}]) {
    api.emulator.faults.add({ operation: "createService", status: 200, body: { id, name: "Web" } });
    await expect(records.post({ name: "Web" }), `${id}`).rejects.toMatchObject({ name: "ResponseShapeError" });
  }
});

describe("RAT-6: a caller's signal ends its wait for", () => {
  it.each<[string, "getService" | "listServices", (records: Collection) => Promise<unknown>]>([
    ["a record", "getService", (records) => records.get("1")],
    ["the list behind a record", "listServices", (records) => records.read("1")],
    ["the live records", "listServices", (records) => records.list()],
    ["the deleted records", "listServices", (records) => records.deleted()],
  ])("%s", async (_, operation, wait) => {
    const stop = new AbortController();
    const records = await openServices(reachAgain(api.emulator).within(stop.signal));
    api.emulator.faults.add({ operation, hang: true });
    const waiting = expect(wait(records)).rejects.toMatchObject({ name: "CanceledError" });
    while (sent(operation).length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await waiting;
  });
});
