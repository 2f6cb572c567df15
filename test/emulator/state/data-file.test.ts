import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator } from "../../../emulator/index.ts";
import { apiOf, createService, startEmulator } from "../emulation.ts";

async function dataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-emulator-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "data");
}

describe("the data file", () => {
  it("keeps the records between two emulators", async () => {
    const data = await dataFile();
    const first = await createEmulator({ data, limits: "off" });
    await createService(apiOf(first), { custom_id: "api" });
    await createService(apiOf(first), { custom_id: "web" });
    await apiOf(first).put("/hubs/acme", { subdomain: "renamed" });
    first.remove("services", 2);
    const before = first.snapshot();
    await first.close();
    const second = await startEmulator({ data });
    expect(second.emulator.snapshot()).toEqual(before);
    expect((await second.post("/hubs/renamed/services", { group_id: 1, name: "x", custom_id: "api" })).status).toBe(
      409,
    );
    expect((await second.post("/hubs/renamed/services", { group_id: 1, name: "x" })).body.id).toBe(3);
  });

  it("holds a write before it is answered, and one that broke off is left out", async () => {
    const data = await dataFile();
    const first = await startEmulator({ data });
    await createService(first);
    const text = await readFile(data, "utf8");
    const copy = `${data}-copy`;
    await writeFile(copy, `${text}[["services",{"id":2,"na`);
    const second = await startEmulator({ data: copy });
    expect(second.emulator.snapshot()).toEqual(first.emulator.snapshot());
  });

  it("is not overwritten where it is something else", async () => {
    const data = await dataFile();
    for (const text of ["hello\n", '{"format":"other"}\n', ""]) {
      await writeFile(data, text);
      await expect(createEmulator({ data })).rejects.toThrow(data);
      expect(await readFile(data, "utf8")).toBe(text);
    }
  });

  it("belongs to one emulator at a time, until that ends or has died", async () => {
    const data = await dataFile();
    const first = await createEmulator({ data: join(data, "in/a/new/folder") });
    const second = createEmulator({ data: join(data, "in/a/new/folder") });
    await expect(second).rejects.toThrow(`Process ${process.pid} uses the data file`);
    await first.close();
    await writeFile(join(data, "in/a/new/folder.lock"), "99999999");
    await startEmulator({ data: join(data, "in/a/new/folder") });
  });

  it("is written anew once it has grown far beyond its records", async () => {
    const data = await dataFile();
    const { emulator } = await startEmulator({ data });
    const lines = async () => (await readFile(data, "utf8")).split("\n").length;
    let most = 0;
    for (let count = 1; count <= 10_200; count += 1) {
      emulator.edit("hubs", 1, { name: `Name ${count}` });
      if (count % 1000 === 0) most = Math.max(most, await lines());
    }
    expect(most).toBeGreaterThan(9000);
    expect(await lines()).toBeLessThan(1000);
    const before = emulator.snapshot();
    await emulator.close();
    const again = await startEmulator({ data });
    expect(again.emulator.snapshot()).toEqual(before);
    expect(again.emulator.records("hubs")[0]?.name).toBe("Name 10200");
  });

  it("names the line that cannot be read", async () => {
    const data = await dataFile();
    const first = await createEmulator({ data });
    await first.close();
    const text = await readFile(data, "utf8");
    await writeFile(data, `${text}[["hubs",{"id":\n[["hubs",2]]\n`);
    const line = text.split("\n").length;
    await expect(createEmulator({ data })).rejects.toThrow(`line ${line} is not JSON`);
  });

  it("holds nothing of a write that was refused", async () => {
    const data = await dataFile();
    const api = await startEmulator({ data });
    await createService(api, { custom_id: "a" });
    const before = await readFile(data, "utf8");
    await api.post("/hubs/acme/services", { group_id: 1, name: "x", custom_id: "a" });
    expect(await readFile(data, "utf8")).toBe(before);
  });
});

describe("reset", () => {
  it("makes the emulator equal to a new one", async () => {
    const clock = { now: () => Date.UTC(2026, 0, 1) };
    const used = await startEmulator({ clock, limits: { reads: 3, writes: 9 } });
    const fresh = await startEmulator({ clock, limits: { reads: 3, writes: 9 } });
    await createService(used);
    await used.put("/hubs/acme", { subdomain: "x1" });
    used.emulator.faults.add({ status: 500, times: 9 });
    used.emulator.rewrites.add({ resource: "services", field: "name", as: "upper-case" });
    used.emulator.clock.advance(1_000_000);
    await used.get("/hubs");
    used.emulator.setOtherClient({ reads: 3 });
    used.emulator.reset();
    expect(used.emulator.snapshot()).toEqual(fresh.emulator.snapshot());
    expect(used.emulator.requests).toEqual([]);
    expect(used.emulator.faults.list()).toEqual([]);
    for (const api of [used, fresh]) await createService(api);
    const lists = [await used.get("/hubs/acme/services"), await fresh.get("/hubs/acme/services")];
    expect(lists[0]?.body).toEqual(lists[1]?.body);
    expect(used.emulator.faults.add({})).toBe(fresh.emulator.faults.add({}));
  });
});

describe("a snapshot", () => {
  it("brings back every record, and is not changed by what follows", async () => {
    const api = await startEmulator();
    await createService(api);
    const snapshot = api.emulator.snapshot();
    const text = JSON.stringify(snapshot);
    await api.put("/hubs/acme/services/1", { name: "Changed" });
    await createService(api);
    expect(JSON.stringify(snapshot)).toBe(text);
    api.emulator.restore(snapshot);
    expect(JSON.stringify(api.emulator.snapshot())).toBe(text);
    expect((await api.get("/hubs/acme/services/2")).status).toBe(404);
  });
});
