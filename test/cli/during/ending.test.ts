import { describe, expect, it } from "vitest";
import { endLeftover } from "../../../cli/during/announce.ts";
import type { Fault } from "../../../emulator/index.ts";
import { reachAgain } from "../../provider/client/account.ts";
import { readNotes, startHub, startRun, takeWrites, windowsOf } from "./scene.ts";

const unmanaged = { values: {}, findOwner: () => undefined };

describe("a window that can't be ended", () => {
  it.each<[string, Fault]>([
    ["the network is gone", { drop: "before" }],
    ["StatusHub fails", { status: 500 }],
    ["the key was revoked", { status: 401 }],
  ])("[DUR-4] is named with its end and a command, if %s; the exit code is that of the command", async (_, fault) => {
    const notes = readNotes();
    const emulator = await startHub();
    const run = startRun(emulator, { values: { silent: true }, stack: "prod", account: "globex", cwd: "/srv/my app" });
    await run.started;
    emulator.faults.add({ ...fault, times: Number.POSITIVE_INFINITY });
    expect(await run.end(7)).toBe(7);
    expect(notes()).toMatch(
      /\nThe maintenance could not be ended: .*It ends by itself at 2026-11-23T13:16:00Z\. To end it now, run: npx pulumi-statushub during deploy --end acme\/1 --stack prod --account globex --cwd '\/srv\/my app' \[SH6207\]\nIf visitors notice the failure, open an incident. This lists the templates: npx pulumi-statushub incident open --hub acme --stack prod --account globex --cwd '\/srv\/my app'\n$/,
    );

    // The command has run, and may be a deployment.
    expect(notes()).not.toMatch(/again|refresh|program/);

    emulator.faults.clear();
    await endLeftover({ account: reachAgain(emulator), subdomain: "acme" }, "1", unmanaged);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11"]);
  });

  it("has ended by itself, was deleted or keeps its end: that is said", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    const runs = [startRun(emulator), startRun(emulator), startRun(emulator, { atMost: 5999 })];
    for (const run of runs) await run.started;
    emulator.softDelete("maintenances", 1);
    emulator.clock.advance(3_600_000);
    emulator.assume({ ignore: "maintenances.end_time" });
    takeWrites(emulator);
    for (const run of runs) await run.end();
    expect(notes()).toMatch(
      /deleted.*\[SH6210\]\n.*ended at 2026-11-23T13:16:00Z.*\[SH6210\]\n.*ignored.*\[SH6207\]\n$/s,
    );
    expect(takeWrites(emulator)).toEqual(["PUT /hubs/acme/maintenances/3"]);
  });
});

it("[DUR-3] two runs have their own windows, and one whose end somebody has moved is left as it is", async () => {
  const notes = readNotes();
  const emulator = await startHub();
  const runs = [startRun(emulator), startRun(emulator), startRun(emulator)];
  for (const run of runs) await run.started;
  expect(windowsOf(emulator)).toEqual(Array(3).fill("12:30:10 to 13:16:00"));
  await runs[0]?.end();
  emulator.edit("maintenances", 2, { end_time: "2026-11-23T15:00:00Z" });
  await runs[1]?.end();
  expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11", "12:30:10 to 15:00:00", "12:30:10 to 13:16:00"]);
  expect(notes()).toMatch(/moved the end .* to 2026-11-23T15:00:00Z.*\[SH6210\]\n$/);
});

describe("during --end", () => {
  it.each([
    [{ start_time: "2026-11-23T14:00:00Z", end_time: "2026-11-23T15:00:00Z" }, "didn't begin when"],
    [{ event_repeat: { interval: "weekly" } }, "or it repeats"],
  ])("refuses what it hasn't opened: %j", async (edit, message) => {
    const emulator = await startHub();
    await startRun(emulator).started;
    emulator.edit("maintenances", 1, edit);
    takeWrites(emulator);
    const hub = { account: reachAgain(emulator), subdomain: "acme" };
    await expect(endLeftover(hub, "1", unmanaged)).rejects.toThrow(message);
    await expect(endLeftover(hub, "2", unmanaged)).rejects.toThrow("Hub acme has no maintenance 2. [SH6211]");
    expect(takeWrites(emulator)).toEqual([]);
  });
});

describe("a service that differs", () => {
  it("by rejecting a start of now gets one in a minute", async () => {
    const emulator = await startHub({ assume: { "start-now": "future-only" } });
    const run = startRun(emulator);
    await run.started;
    expect(windowsOf(emulator)).toEqual(["12:31:10 to 13:17:00"]);
    // It could only begin after the command has ended.
    await run.end();
    expect(emulator.records("maintenances")).toMatchObject([{ deleted: true }]);
  });

  it("by rounding its end up to a minute is no failure, and the end that it has kept is named", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    emulator.assume({ "time-round-up": "maintenances.end_time" });
    await startRun(emulator).end();
    expect(notes()).toContain("so it ends at 2026-11-23T12:31:00Z. [SH6209]");
    expect(notes()).not.toContain("could not be ended");
  });

  it("by rejecting an end of now gets the next minute", async () => {
    const notes = readNotes();
    const emulator = await startHub({ assume: { "end-now": "future-only" } });
    const run = startRun(emulator);
    await run.started;
    emulator.clock.advance(60_000);
    await run.end();
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:32:00"]);
    expect(notes()).toContain("so it ends at 2026-11-23T12:32:00Z. [SH6209]");
  });
});

/** The requests of a run from its lookups to the end of its window. */
const requests = 10;

it.each(["before", "after"] as const)(
  "[DUR-1] whichever request is the last %s which the process is killed, its window ends as announced, and is the only one",
  async (moment) => {
    for (let last = 0; last < requests; last++) {
      const emulator = await startHub();
      // After the last request, nothing more reaches the service.
      emulator.faults.add({ after: last, drop: moment });
      emulator.faults.add({ after: last, times: Number.POSITIVE_INFINITY, drop: "before" });
      await startRun(emulator)
        .end()
        .catch(() => undefined);
      const windows = windowsOf(emulator);
      expect(["", "12:30:10 to 13:16:00", "12:30:10 to 12:30:11"], `${last}`).toContain(windows.join());
    }
  },
);
