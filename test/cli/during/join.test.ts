import { expect, it } from "vitest";
import { endOf } from "../../../kinds/maintenance-series.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { deploy, now, type Run, startHub, startRun, windowsOf } from "./scene.ts";

/** The longest durations of three runs, in minutes. */
const durations = [10, 60, 5];

/** Every order of the starts and ends of three runs, which are numbered by their starts. */
function orders(started = 0, running: readonly number[] = []): string[][] {
  const starts =
    started < durations.length
      ? orders(started + 1, [...running, started]).map((rest) => [`+${started}`, ...rest])
      : [];
  const ends = running.flatMap((run) =>
    orders(
      started,
      running.filter((each) => each !== run),
    ).map((rest) => [`-${run}`, ...rest]),
  );
  return started === durations.length && running.length === 0 ? [[]] : [...starts, ...ends];
}

it("a shared window is open as long as one of its commands runs, in every order of starts and ends", async () => {
  const emulator = await startHub();
  expect(orders()).toHaveLength(15);
  for (const order of orders()) {
    const title = order.join(" ");
    const running = new Map<string, { run: Run; until: number }>();
    const windows = () => emulator.records("maintenances").filter((record) => record.title === title);
    let expected = 0;
    for (const [sign = "", number = ""] of order) {
      emulator.clock.advance(60_000);
      if (sign === "+") {
        if (running.size === 0) expected += 1;
        const atMost = durations[Number(number)] ?? 0;
        const run = startRun(emulator, { ...deploy, title, join: true, atMost: `${atMost}m` });
        await run.started;
        running.set(number, { run, until: emulator.clock.now() + atMost * 60_000 });
      } else {
        await running.get(number)?.run.end();
        running.delete(number);
      }
      const end = Math.max(...windows().map(endOf));
      expect(windows(), title).toHaveLength(expected);
      expect(end, title).toBeGreaterThanOrEqual(Math.max(...[...running.values()].map(({ until }) => until)));
      if (running.size === 0) expect(end, title).toBe(emulator.clock.now());
    }
  }
});

it("a window of the control panel, with another title or with other services isn't shared", async () => {
  const emulator = await startHub();
  const times = { start_time: "2026-11-23T12:00:00Z", end_time: "2026-11-23T14:00:00Z" };
  const service_statuses = [{ service_id: 1, status: "degraded-performance" }];
  await apiOf(emulator).post("/hubs/acme/maintenances", { title: "Deploy", ...times, service_statuses });
  const others = [
    { ...deploy, title: "Other" },
    { ...deploy, service: [{ reference: "svc-web", status: "degraded-performance" }] },
    deploy,
  ].map((options) => startRun(emulator, { ...options, join: true }));
  for (const run of others) await run.started;
  for (const run of others) await run.end();
  expect(windowsOf(emulator)).toEqual(["12:00:00 to 14:00:00", ...Array(3).fill("12:30:10 to 12:30:11")]);
});

it("two runs without --join have their own windows", async () => {
  const emulator = await startHub();
  const runs = [startRun(emulator), startRun(emulator)];
  for (const run of runs) await run.started;
  expect(windowsOf(emulator)).toEqual(Array(2).fill("12:30:10 to 13:16:01"));
  await runs[0]?.end();
  expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11", "12:30:10 to 13:16:01"]);
  await runs[1]?.end();
});

it("a window whose end somebody has moved is left as it is", async () => {
  const emulator = await startHub();
  const run = startRun(emulator);
  await run.started;
  emulator.edit("maintenances", 1, { end_time: "2026-11-23T15:00:00Z" });
  await run.end();
  expect(windowsOf(emulator)).toEqual(["12:30:10 to 15:00:00"]);
  expect(emulator.clock.now()).toBe(now);
});
