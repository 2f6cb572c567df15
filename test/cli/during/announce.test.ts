import { describe, expect, it, vi } from "vitest";
import { apiOf } from "../../emulator/emulation.ts";
import { incident } from "../../emulator/scene.ts";
import { reachAgain } from "../../provider/client/account.ts";
import { createRecordingClock } from "../../provider/client/recording-clock.ts";
import { readNotes, startHub, startRun, takeWrites, windowsOf } from "./scene.ts";

const minute = 60_000;

describe("a maintenance around a command", () => {
  it("[DUR-1] is open while the command runs, is announced once, and ends with the command", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    const run = startRun(emulator);
    await run.started;
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00"]);
    // A job that is killed has it in its log.
    expect(notes()).toBe(
      `Maintenance acme/1 (${emulator.url}) is open until 2026-11-23T13:16:00Z at the latest. To end it now, run: ` +
        "npx pulumi-statushub during deploy --end acme/1\n",
    );
    expect(emulator.outbox("acme").map(({ outcome }) => outcome)).toEqual(["sent"]);

    emulator.clock.advance(10 * minute);
    expect(await run.end(7)).toBe(7);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:40:10"]);
    expect(emulator.outbox("acme")).toHaveLength(1);
    expect(takeWrites(emulator)).toEqual(["POST /hubs/acme/maintenances", "PUT /hubs/acme/maintenances/1"]);
  });

  it("names the open incidents of the hub first", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    await apiOf(emulator).post("/hubs/acme/incidents", incident({ title: "Slow API" }));
    await startRun(emulator).end();
    expect(notes()).toMatch(/^Also open on acme: acme\/1 "Slow API"\.\nMaintenance acme\/1 /);
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
  const drop = { operation: "createMaintenance", drop: "after" } as const;

  it("[DUR-1] lets the command run, and ends the only maintenance that it can have opened", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    await startRun(emulator, { atMost: 46 }).started;
    emulator.faults.add(drop);
    const run = startRun(emulator);
    await run.started;
    expect(notes()).toMatch(/\nIt is not known whether .* it ends by itself at 2026-11-23T13:16:00Z\. \[SH6206\]\n$/);
    // Somebody else's, of the same template.
    await startRun(emulator, { atMost: 44 }).started;
    emulator.clock.advance(minute);
    expect(await run.end(7)).toBe(7);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:17:00", "12:30:10 to 12:31:10", "12:30:10 to 13:15:00"]);
    expect(notes()).toContain("Maintenance acme/2 has ended.\n");
  });

  it("[DUR-1] ends none of two that it may have opened, and prints how to end each", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    emulator.faults.add(drop);
    const lost = startRun(emulator);
    await lost.started;
    await startRun(emulator).started;
    expect(await lost.end()).toBe(0);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00", "12:30:10 to 13:16:00"]);
    expect(notes()).toMatch(
      /end it: npx pulumi-statushub during deploy --end acme\/[12]; or npx pulumi-statushub during deploy --end acme\/[12]\. Each .* 2026-11-23T13:16:00Z\. \[SH6216\]\n$/,
    );
  });

  it.each([
    ["end", { end_time: "2026-11-23T13:16:01Z" }],
    ["start", { start_time: "2026-11-23T12:30:09Z" }],
    ["text", { title: "Another deploy" }],
    ["body", { body: "Somebody has explained it." }],
  ])("[DUR-1] ends none with another %s, although it is new", async (_, edit) => {
    const notes = readNotes();
    const emulator = await startHub();
    emulator.faults.add(drop);
    const run = startRun(emulator);
    await run.started;
    emulator.edit("maintenances", 1, edit);
    takeWrites(emulator);
    await run.end();
    expect(takeWrites(emulator)).toEqual([]);
    expect(notes()).toMatch(/isn't on the page\. If it appears later, it ends by itself at .* \[SH6216\]\n$/);
  });

  it("[DUR-1] ends none that was made before it", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    emulator.faults.add(drop);
    const run = startRun(emulator);
    await run.started;
    emulator.edit("maintenances", 1, { created_at: "2026-11-23T12:30:05Z" });
    takeWrites(emulator);
    await run.end();
    expect(takeWrites(emulator)).toEqual([]);
    expect(notes()).toContain("isn't on the page");
  });

  it("[DUR-1] ends none that doesn't show when it was made, and prints how to end it", async () => {
    const notes = readNotes();
    const emulator = await startHub({ assume: { omit: "maintenances.created_at" } });
    emulator.faults.add(drop);
    const run = startRun(emulator);
    await run.end();
    expect(takeWrites(emulator)).toEqual(["POST /hubs/acme/maintenances"]);
    expect(notes()).toMatch(/isn't certain which .* end it: npx pulumi-statushub during deploy --end acme\/1\. Each/);
  });

  it("is found although it takes effect after the command", async () => {
    const emulator = await startHub();
    const clock = createRecordingClock();
    const account = reachAgain(emulator, { clock });
    const run = startRun(emulator, {}, { account });
    emulator.faults.add({ operation: "createMaintenance", drop: "before" });
    await run.started;
    const sleep = vi.spyOn(clock, "sleep").mockImplementationOnce(async () => {
      // While it waits between two looks, the request arrives.
      await startRun(emulator).started;
    });
    await run.end();
    expect(sleep).toHaveBeenCalledOnce();
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11"]);
  });

  it("isn't followed by another POST, although this one had no effect", async () => {
    readNotes();
    const emulator = await startHub();
    emulator.faults.add({ operation: "createMaintenance", status: 500 });
    expect(await startRun(emulator).end()).toBe(0);
    expect(takeWrites(emulator)).toEqual(["POST /hubs/acme/maintenances"]);
  });

  it("stays as it is if the command fails, with --on-failure keep, and is named", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    emulator.faults.add(drop);
    expect(await startRun(emulator, { onFailure: "keep" }).end(1)).toBe(1);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00"]);
    expect(notes()).toContain("To end it now, run: npx pulumi-statushub during deploy --end acme/1 [SH6212]\n");
  });

  it("[DUR-4] is said to end by itself if the list can't be read, or if a second signal comes first", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    const abandonment = new AbortController();
    emulator.faults.add({ ...drop, times: 2 });
    const runs = [startRun(emulator), startRun(emulator, {}, { abandoned: abandonment.signal })];
    for (const run of runs) await run.started;
    emulator.faults.add({ operation: "listMaintenances", status: 403, times: Number.POSITIVE_INFINITY });
    await runs[0]?.end();
    abandonment.abort();
    await runs[1]?.end();
    expect(notes()).toMatch(
      /could not be found out .*403.* ends by itself at \S+Z\. \[SH6216\]\n.*second signal .* ends by itself at \S+Z\. \[SH6216\]\n$/,
    );
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00", "12:30:10 to 13:16:00"]);
  });
});
