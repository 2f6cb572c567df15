import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { prepareCommand } from "../../../cli/during/command.ts";
import { type Member, membersInTable, membersOf, signalGroup } from "../../../cli/during/group.ts";
import { signals } from "../../../cli/terminal/interrupt.ts";
import { createRecordingClock } from "../../provider/client/recording-clock.ts";

const programsOf = (members: readonly Member[]) => members.map(({ program }) => program);

/** Starts a program in a process group of its own, and waits until it has printed a number. */
async function startGroup(program: string, ...args: readonly string[]) {
  const leader = spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const group = leader.pid ?? 0;
  onTestFinished(() => void signalGroup(group, "SIGKILL"));
  const [printed] = await once(leader.stdout, "data");
  return { group, leader, printed: Number(printed) };
}

describe.skipIf(process.platform === "win32")("a process group", () => {
  it.each([
    ["files", membersOf],
    ["ps", membersInTable],
  ] as const)("consists of what runs in it, also after its leader, as %s show", async (_, list) => {
    const { group, leader } = await startGroup("sh", "-c", "sleep 600 & sleep 600 & echo 1");
    await once(leader, "exit");
    await expect.poll(() => programsOf(list(group))).toEqual(["sleep", "sleep"]);
    signalGroup(group, "SIGKILL");
    await expect.poll(() => list(group)).toEqual([]);
  });

  it("is gone if only a zombie is left, which nobody collects", async () => {
    // A process that is stopped doesn't collect its children.
    const stopped = `
      const job = require("node:child_process").spawn("sleep", ["0.2"], { detached: true, stdio: "ignore" });
      console.log(job.pid);
      process.kill(process.pid, "SIGSTOP");`;
    const { printed: job } = await startGroup(process.execPath, "-e", stopped);
    await expect.poll(() => membersOf(job)).toEqual([]);
    expect([signalGroup(job, 0), membersInTable(job)]).toEqual([true, []]);
  });
});

/** Runs a script outside of a terminal, and stops listening to signals when the test has ended. */
async function runScript(script: string) {
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  const prepared = prepareCommand(["sh", "-c", script], false);
  const added = signals.flatMap((signal) =>
    process
      .listeners(signal)
      .filter((listener) => !before.get(signal)?.includes(listener))
      .map((listener) => ({ signal, listener })),
  );
  onTestFinished(() => {
    for (const { signal, listener } of added) process.off(signal, listener);
  });
  const send = (wanted: NodeJS.Signals) => {
    for (const { signal, listener } of added) if (signal === wanted) listener(signal);
  };
  return { prepared, end: await prepared.run(), send };
}

const hour = 3_600_000;

function killOnFinish(members: readonly Member[]) {
  onTestFinished(() => {
    for (const { pid } of members) process.kill(pid, "SIGKILL");
  });
}

describe.skipIf(process.platform === "win32")("what a command leaves running", () => {
  it("isn't waited for if there is nothing", async () => {
    const { prepared, end } = await runScript("exit 7");
    const clock = createRecordingClock();
    expect([end, await prepared.waitForRest(clock, hour), clock.waits]).toEqual([{ code: 7, hasRun: true }, [], []]);
  });

  it("[DUR-1] is waited for while it works", async () => {
    const { prepared } = await runScript("sleep 0.2 &");
    const sleep = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
    expect(await prepared.waitForRest({ now: Date.now, sleep }, Date.now() + hour)).toEqual([]);
  });

  it("[DUR-1] is waited for for thirty seconds, and is named", async () => {
    const { prepared } = await runScript("sleep 600 &");
    const clock = createRecordingClock();
    const members = await prepared.waitForRest(clock, hour);
    killOnFinish(members);
    expect([programsOf(members), clock.now()]).toEqual([["sleep"], 30_000]);
  });

  it("[DUR-1] is waited for until the maintenance ends after a signal, which it gets, too", async () => {
    // It ignores one of the signals.
    const { prepared, send } = await runScript("(trap '' TERM; exec sleep 600) & sleep 600 & sleep 0.2");
    const clock = createRecordingClock();
    const sleep = async () => {
      if (clock.now() === 0) send("SIGTERM");
      await clock.sleep(hour / 10);
    };
    const members = await prepared.waitForRest({ ...clock, sleep }, hour);
    killOnFinish(members);
    expect([programsOf(members), clock.now()]).toEqual([["sleep"], hour]);
    expect(prepared.interrupted.aborted).toBe(true);
    expect(prepared.abandoned.aborted).toBe(false);
    send("SIGTERM");
    expect(prepared.abandoned.aborted).toBe(true);
  });
});
