import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Measures a wait, in milliseconds since 1970. */
export interface WaitClock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** A process of a group. Its arguments aren't part of it, because they may contain secrets. */
export interface Member {
  readonly pid: number;
  readonly program: string;
}

/** Sends a signal to all processes of a group; 0 only asks. Returns whether there are any. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch (error) {
    // Whoever may not signal a process learns that there is one.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The processes of a group that still run. A zombie doesn't: in a container, nobody may ever collect it. */
export function membersOf(group: number): Member[] {
  if (!signalGroup(group, 0)) return [];
  // A small image may have no `ps`, and only Linux has the other.
  return process.platform === "linux" ? membersInFiles(group) : membersInTable(group);
}

function membersInFiles(group: number): Member[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    // "1234 (name) S 1 1230 ...": the program, its state, its parent and its group. A name may contain brackets.
    const [, program = "", state = "", groupOf] = /\((.*)\) (\S) \d+ (\d+)/s.exec(textOf(`/proc/${pid}/stat`)) ?? [];
    return Number(groupOf) === group && isRunning(state) ? [{ pid: Number(pid), program }] : [];
  });
}

/** Empty if the process has ended meanwhile. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Exported for its test, because it also works where nothing needs it. */
export function membersInTable(group: number): Member[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,pgid=,state=,comm="], { encoding: "utf8", timeout: 5000 });
  return (stdout ?? "").split("\n").flatMap((line) => {
    // The four columns. The last one may contain spaces.
    const [, pid, groupOf, state = "", program = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return Number(groupOf) === group && isRunning(state) ? [{ pid: Number(pid), program }] : [];
  });
}

/** Z is a zombie, and X is dead. */
const isRunning = (state: string) => !/^[ZX]/.test(state);

/** Milliseconds between two looks. */
const pause = 250;

/**
 * Waits until a group is gone.
 *
 * @param latest when to give up, by this clock, which may change while we wait
 * @returns the processes that still run
 */
export async function waitForGroup(group: number, clock: WaitClock, latest: () => number): Promise<Member[]> {
  for (;;) {
    const members = membersOf(group);
    if (members.length === 0 || clock.now() >= latest()) return members;
    await clock.sleep(pause);
  }
}
