import { execFileSync } from "node:child_process";
import { lstat, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createEmulator } from "../../../emulator/index.ts";
import { createService, startEmulator } from "../emulation.ts";
import { dataFile } from "./process.ts";

describe("the data file", () => {
  it("isn't overwritten if it is a different kind of file", async () => {
    const data = await dataFile();
    const foreign = new DatabaseSync(data);
    foreign.exec("CREATE TABLE mine (id)");
    foreign.close();
    for (const content of ["hello, this is no database\n".repeat(99), await readFile(data)]) {
      await writeFile(data, content);
      await expect(createEmulator({ data })).rejects.toThrow(`Cannot use the data file ${data}: it `);
      expect(await readFile(data)).toEqual(Buffer.from(content));
    }
  });

  it("is rejected if it is damaged", async () => {
    const data = await dataFile();
    await (await createEmulator({ data })).close();
    const bytes = await readFile(data);
    await writeFile(data, bytes.fill(7, 4096));
    await expect(createEmulator({ data })).rejects.toThrow(`${data}: it is damaged. Choose a different file.`);
  });

  it.each([
    ["row = json_remove(row, '$.name')", "rows.hubs[1].name is required"],
    ["kind = 'hvbs'", "lastIds.hvbs is not known"],
  ])("is rejected if a record in it has %s, and the record is named", async (change, problem) => {
    const data = await dataFile();
    await (await createEmulator({ data })).close();
    const spoilt = new DatabaseSync(data);
    spoilt.exec(`UPDATE records SET ${change} WHERE kind = 'hubs' AND id = 2`);
    spoilt.close();
    await expect(createEmulator({ data })).rejects.toThrow(
      `Cannot read the data file ${data}: a record in it is not complete: ${problem}.`,
    );
  });

  it("belongs to one emulator at a time, even through a symbolic link", async () => {
    const data = join(await dataFile(), "in/a/new/folder");
    const link = `${data}-link`;
    const first = await createEmulator({ data });
    await symlink(data, link);
    for (const path of [data, link])
      await expect(createEmulator({ data: path })).rejects.toThrow(`${path}: a different emulator is using it.`);
    await first.close();
    await createService(await startEmulator({ data: link }));
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
  });

  it("is released if the emulator can't start", async () => {
    const data = await dataFile();
    const { port } = new URL((await startEmulator()).emulator.url);
    await expect(createEmulator({ data, port: Number(port) })).rejects.toThrow("cannot listen on port");
    await expect(createEmulator({ data, preset: { hubs: [] } })).rejects.toThrow("at hubs");
    await startEmulator({ data });
  });

  it("is created in an empty file, and kept beside a lock file of an earlier version", async () => {
    const data = await dataFile();
    await writeFile(data, "");
    await writeFile(`${data}.lock`, String(process.pid));
    const { emulator } = await startEmulator({ data });
    expect(emulator.records("hubs")).toHaveLength(3);
  });

  it("rejects anything but a regular file, in one line", async () => {
    const data = await dataFile();
    execFileSync("sh", ["-c", 'mkfifo "$0"', data]);
    await expect(createEmulator({ data })).rejects.toThrow(`${data}: it is not a regular file. Name another one.`);
    await expect(createEmulator({ data: tmpdir() })).rejects.toThrow(`${tmpdir()}: it is not a regular file.`);
    await expect(createEmulator({ data: "" })).rejects.toThrow("The path of the data file is empty.");
    await expect(createEmulator({ data: `${import.meta.filename}/data` })).rejects.toThrow("its folder is a file");
    await expect(createEmulator({ data: "/proc/none/here/data" })).rejects.toThrow("no such file or directory");
  });

  it("fails every write once it is removed, and keeps earlier ones", async () => {
    const data = await dataFile();
    const api = await startEmulator({ data });
    await createService(api);
    await rm(data);
    const rejected = await api.post("/hubs/acme/services", { group_id: 1, name: "x" });
    expect(rejected).toMatchObject({
      status: 507,
      body: { error: expect.stringContaining(`${data}: it was removed`) },
    });
    expect((await api.get("/hubs/acme/services")).body.total).toBe(1);
    expect(() => api.emulator.reset()).toThrow("it was removed");
    expect((await api.get("/hubs/acme/services")).body.total).toBe(1);
  });

  it("rejects writes once the emulator is closed, and says so", async () => {
    const data = await dataFile();
    const { emulator } = await startEmulator({ data });
    await emulator.close();
    expect(() => emulator.edit("hubs", 1, { name: "x" })).toThrow(`${data}: this emulator is closed.`);
    expect(emulator.records("hubs")[0]?.name).toBe("Acme");
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
    expect(used.emulator.faults.add({ status: 500 })).toBe(fresh.emulator.faults.add({ status: 500 }));
  });

  it("returns to the records of the data file, unless there is a preset", async () => {
    const data = await dataFile();
    const before = await startEmulator({ data });
    await createService(before);
    await before.emulator.close();
    const api = await startEmulator({ data });
    const created = api.emulator.snapshot();
    await createService(api, { name: "Later" });
    api.emulator.reset();
    expect(api.emulator.snapshot()).toEqual(created);
    await api.emulator.close();
    const preset = { hubs: [{ subdomain: "mine", name: "Mine" }] };
    const again = await startEmulator({ data, preset });
    expect(again.emulator.snapshot()).toEqual(created);
    again.emulator.reset();
    expect(again.emulator.records("hubs")).toMatchObject(preset.hubs);
  });
});
