import { readFileSync } from "node:fs";
import { cp, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { clientOf, createService, startEmulator } from "../emulation.ts";
import { dataFile, startProcess } from "./process.ts";

/** Another emulator on the same file in its own process; killed after the test. */
async function otherProcess(data: string) {
  const other = await startProcess(data);
  onTestFinished(() => other.kill());
  return clientOf(other);
}

it("a data file that its own process reads still belongs to one emulator", async () => {
  const data = await dataFile();
  const api = await startEmulator({ data });
  await createService(api);
  // According to POSIX, closing the file ends every lock that this process holds on it.
  readFileSync(data);
  await expect(otherProcess(data)).rejects.toThrow("a different emulator is using it");
});

it("if another emulator opens the file despite the lock, no acknowledged write is lost, and the others are rejected", async () => {
  const data = await dataFile();
  const api = await startEmulator({ data });
  await createService(api, { name: "first" });
  // Reads every file beside it, too.
  await cp(dirname(data), join(await dataFile(), "copy"), { recursive: true });
  const other = await otherProcess(data);
  const services = "/hubs/acme/services";
  const service = { group_id: 1, name: "of the other" };

  expect((await other.post(services, service)).status).toBe(200);
  const rejected = await api.post(services, { group_id: 1, name: "too late" });
  expect(rejected).toMatchObject({
    status: 507,
    body: { error: expect.stringContaining("another process has written to it") },
  });
  expect((await api.put(`${services}/1`, { name: "too late" })).status).toBe(507);
  expect((await other.get(services)).body.data).toMatchObject([{ name: "first" }, { name: "of the other" }]);
});

it("leaves only the file and its lock when it ends", async () => {
  const data = await dataFile();
  const api = await startEmulator({ data });
  await createService(api);
  await api.emulator.close();
  expect((await readdir(dirname(data))).toSorted()).toEqual(["data", "data-lock"]);
});
