import { describe, expect, it } from "vitest";
import { apiOf } from "../../emulator/emulation.ts";
import { reachAgain } from "../../provider/client/account.ts";
import { readNotes, startHub, startRun, takeWrites, windowsOf } from "./scene.ts";

const minute = 60_000;

describe("a maintenance around a command", () => {
  it("[DUR-1] is open while the command runs, is announced once, and ends with the command", async () => {
    const emulator = await startHub();
    const run = startRun(emulator);
    await run.started;
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00"]);
    expect(emulator.outbox("acme").map(({ outcome }) => outcome)).toEqual(["sent"]);

    emulator.clock.advance(10 * minute);
    expect(await run.end(7)).toBe(7);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:40:10"]);
    expect(emulator.outbox("acme")).toHaveLength(1);
    expect(takeWrites(emulator)).toEqual(["POST /hubs/acme/maintenances", "PUT /hubs/acme/maintenances/1"]);
  });

  it("is opened on a hub whose subdomain is a number", async () => {
    const emulator = await startHub();
    await apiOf(emulator).put("/hubs/acme", { subdomain: "365" });
    await startRun(emulator, {}, { subdomain: "365" }).end();
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11"]);
  });

  it("isn't opened with a key that may only read", async () => {
    const emulator = await startHub();
    const account = reachAgain(emulator, { apiKey: "emulator-read-only-key" });
    await expect(startRun(emulator, {}, { account }).started).rejects.toThrow(/was not opened.*403.*\[SH\d{4}\]$/);
    expect(emulator.records("maintenances")).toEqual([]);
  });

  it("stays open until its end if the command fails, with --on-failure keep, and that is said", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    expect(await startRun(emulator, { onFailure: "keep" }).end(1)).toBe(1);
    await startRun(emulator, { onFailure: "keep" }).end(0);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00", "12:30:10 to 12:30:11"]);
    expect(notes()).toContain(
      "The command failed, so the maintenance stays open. It ends by itself at 2026-11-23T13:16:00Z. To end it now, run: " +
        "npx pulumi-statushub during deploy --end acme/1 [SH6212]\n",
    );
  });

  it.each(["end", "keep"] as const)(
    "ends if the command wasn't started after a signal, with --on-failure %s",
    async (onFailure) => {
      const emulator = await startHub();
      const interruption = new AbortController();
      emulator.faults.add({ operation: "createMaintenance", delay: 50 });
      const run = startRun(emulator, { onFailure }, { interrupted: interruption.signal });
      while (!emulator.requests.some(({ method }) => method === "POST")) await new Promise(setImmediate);
      interruption.abort();
      expect(await run.exitCode).toBe(130);
      expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11"]);
    },
  );

  it("isn't opened any more after a signal while the request waits for the rate limit", async () => {
    const emulator = await startHub();
    const interruption = new AbortController();
    const sleep = (_: number, signal?: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const account = reachAgain(emulator, { clock: { now: () => 0, sleep } });
    emulator.faults.add({ operation: "createMaintenance", status: 429, headers: { "Retry-After": "60" } });
    const run = startRun(emulator, {}, { account, interrupted: interruption.signal });
    while (!emulator.requests.some(({ status }) => status === 429)) await new Promise(setImmediate);
    interruption.abort();
    expect(await run.exitCode).toBe(130);
    expect(emulator.records("maintenances")).toEqual([]);
  });
});

describe("a lost response to the POST", () => {
  it("[DUR-1] claims nothing: the command runs, and the window ends by itself, whoever else opens an equal one", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    emulator.faults.add({ operation: "createMaintenance", drop: "after" });
    const lost = startRun(emulator);
    await lost.started;
    const other = startRun(emulator);
    await other.started;
    expect(await lost.end(7)).toBe(7);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00", "12:30:10 to 13:16:00"]);
    expect(notes()).toMatch(/^It is not known whether.* it ends by itself at 2026-11-23T13:16:00Z\. \[SH6206\]\n/);
    await other.end();
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00", "12:30:10 to 12:30:11"]);
  });

  it("isn't followed by another POST, although this one had no effect", async () => {
    readNotes();
    const emulator = await startHub();
    emulator.faults.add({ operation: "createMaintenance", status: 500 });
    expect(await startRun(emulator).end()).toBe(0);
    expect(takeWrites(emulator)).toEqual(["POST /hubs/acme/maintenances"]);
  });
});
