import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const interval = 100;

/** Watches the provider's process below a running CLI. The returned function gives the most memory seen, in MB. */
export function watchProvider(child: ChildProcess): () => number | undefined {
  let most: number | undefined;
  const look = () => {
    for (const pid of descendantsOf(child.pid)) most = Math.max(most ?? 0, peakOf(pid) ?? 0);
  };
  const ticker = setInterval(look, interval);
  return () => {
    clearInterval(ticker);
    return most;
  };
}

function descendantsOf(root: number | undefined): number[] {
  if (root === undefined || process.platform !== "linux") return [];
  const children = new Map<number, number[]>();
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    // The parent's ID is the second field after the name, which is in parentheses and may contain anything.
    const parent = Number(read(`/proc/${entry}/stat`)?.split(") ").at(-1)?.split(" ")[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((one) => [one, ...below(one)]);
  return below(root);
}

function peakOf(pid: number): number | undefined {
  if (!read(`/proc/${pid}/cmdline`)?.includes("dynamic-provider")) return undefined;
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** A process may end while we read about it. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
