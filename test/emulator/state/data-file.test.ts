import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { lstat, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createEmulator } from "../../../emulator/index.ts";
import { createService, startEmulator } from "../emulation.ts";
import { dataFile, startProcess } from "./process.ts";

const services = "/hubs/acme/services";

/** A file that an emulator has made and left. */
async function madeFile(): Promise<string> {
  const data = await dataFile();
  await (await createEmulator({ data })).close();
  return data;
}

/** Starts a process, on Linux, that has been killed, but whose parent never asks for it. Returns its number. */
async function startZombie(): Promise<number> {
  const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [pid] = await once(parent.stdout, "data");
  await vi.waitUntil(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8") === "sleep\n", { timeout: 60_000 });
  process.kill(Number(pid), "SIGKILL");
  await vi.waitUntil(() => readFileSync(`/proc/${Number(pid)}/stat`, "utf8").includes(") Z "), { timeout: 60_000 });
  return Number(pid);
}

describe("the data file", () => {
  it.each([
    ["SQLite format 3\0...", "it is not a data file of this version of the emulator. Choose a different file."],
    ["hello", "it is not a data file of this version of the emulator. Choose a different file."],
    ['{"lastIds":{},"rows":{}}', "it is not a data file of this version of the emulator. Choose a different file."],
  ])("isn't overwritten if it begins with %j", async (content, problem) => {
    const data = await dataFile();
    await writeFile(data, content);
    await expect(createEmulator({ data })).rejects.toThrow(`Cannot use the data file ${data}: ${problem}`);
    expect(await readFile(data, "utf8")).toBe(content);
  });

  it.each<[(text: string) => string, string]>([
    [(text) => text.slice(0, -9), "it is damaged. Choose a different file."],
    [(text) => text.replace('"name":"Globex",', ""), "a record in it is not complete: rows.hubs[1].name is required."],
  ])("is rejected if it is damaged: %s", async (damage, problem) => {
    const data = await madeFile();
    await writeFile(data, damage(await readFile(data, "utf8")));
    await expect(createEmulator({ data })).rejects.toThrow(`Cannot read the data file ${data}: ${problem}`);
  });

  it("belongs to one emulator at a time, even through a symbolic link or in another process", async () => {
    const data = join(await dataFile(), "in/a/new/folder");
    const link = `${data}-link`;
    const first = await createEmulator({ data });
    await symlink(data, link);
    for (const path of [data, link])
      await expect(createEmulator({ data: path })).rejects.toThrow(
        `${path}: a different emulator is using it (process`,
      );
    await expect(startProcess(["--data", data])).rejects.toThrow(
      `a different emulator is using it (process ${process.pid})`,
    );
    await first.close();
    await createService(await startEmulator({ data: link }));
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
  });

  it("is private, and the only one that stays", async () => {
    const data = await madeFile();
    expect((await stat(data)).mode & 0o777).toBe(0o600);
    expect(await readdir(dirname(data))).toEqual(["data"]);
  });

  it("is released if the emulator can't start", async () => {
    const data = await dataFile();
    const { port } = new URL((await startEmulator()).emulator.url);
    await expect(createEmulator({ data, port: Number(port) })).rejects.toThrow("cannot listen on port");
    await expect(createEmulator({ data, preset: { hubs: [] } })).rejects.toThrow("at hubs");
    await startEmulator({ data });
  });

  it("is created in an empty file, and beside the lock of an earlier version or of a killed process", async () => {
    const data = await dataFile();
    await writeFile(data, "");
    const ended = process.platform === "linux" ? await startZombie() : 0;
    for (const lock of ["", `${process.pid} of a killed process with this number`, `${ended} that nobody waits for`]) {
      await writeFile(`${data}-lock`, lock);
      const { emulator } = await startEmulator({ data });
      expect(emulator.records("hubs")).toHaveLength(3);
      await emulator.close();
    }
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

  it("fails every write once its lock is lost, and keeps earlier ones", async () => {
    const data = await dataFile();
    const api = await startEmulator({ data });
    await createService(api);
    await rm(`${data}-lock`);
    const other = await startEmulator({ data });
    const rejected = await api.post(services, { group_id: 1, name: "x" });
    expect(rejected).toMatchObject({
      status: 507,
      body: { error: expect.stringContaining(`${data}: its lock was removed, or a different emulator took it.`) },
    });
    expect(() => api.emulator.reset()).toThrow("its lock was removed");
    expect((await api.get(services)).body.total).toBe(1);
    await api.emulator.close();
    expect((await other.post(services, { group_id: 1, name: "y" })).status).toBe(200);
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
    used.emulator.assume({ "upper-case": "services.name" });
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

  it("returns to the records of the data file", async () => {
    const data = await dataFile();
    const before = await startEmulator({ data });
    await createService(before);
    await before.emulator.close();
    const api = await startEmulator({ data });
    const created = api.emulator.snapshot();
    await createService(api, { name: "Later" });
    api.emulator.reset();
    expect(api.emulator.snapshot()).toEqual(created);
  });
});
