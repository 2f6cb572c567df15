import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Kills a process and all its descendants. Pulumi starts its plugins in their own process groups. */
export async function killTree(root: number): Promise<void> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
  const processes = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number]);
  const tree = [root];
  for (const parent of tree) tree.push(...processes.filter(([, of]) => of === parent).map(([pid]) => pid));
  for (const pid of tree) kill(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It may have ended with its parent.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
