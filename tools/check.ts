import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./command.ts";

export interface Counts {
  passed: number;
  failed: number;
}

/** Runs rows of npm scripts in parallel, each row in order. */
export async function runChecks(rows: readonly (readonly string[])[]): Promise<Counts> {
  const counts = { passed: 0, failed: 0 };
  await Promise.all(
    rows.map(async (row) => {
      for (const script of row) {
        // What packs the package would build it again before.
        const hasPassed = await passes(`npm run --silent --ignore-scripts ${script}`);
        counts[hasPassed ? "passed" : "failed"] += 1;
      }
    }),
  );
  return counts;
}

/** Runs and counts the tests of the named projects, or of all projects if none is named. */
export async function runTests(...projects: string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-test-"));
  const file = join(folder, "report.json");
  const chosen = projects.map((project) => `--project ${project}`).join(" ");
  try {
    const reporters = `--reporter=default --reporter=json --outputFile.json="${file}"`;
    const isClean = await passesLive(`vitest run ${chosen} ${reporters}`);
    const report = await readFile(file, "utf8").catch(() => "{}");
    return count(JSON.parse(report), isClean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The part of vitest's JSON report that we count. */
interface Report {
  readonly numTotalTests?: number;
  readonly numPassedTests?: number;
}

/**
 * A test that didn't run, such as after a failed setup, doesn't count as passed. A failure outside of tests, such as a
 * file that can't be loaded or an uncaught error, counts as one failure.
 */
export function count({ numTotalTests: total = 0, numPassedTests: passed = 0 }: Report, isClean: boolean): Counts {
  return { passed, failed: Math.max(total - passed, isClean ? 0 : 1) };
}

/** Runs a command line, and shows its output when it has ended. */
async function passes(command: string): Promise<boolean> {
  const { code, stdout } = await runCommand(`${command} 2>&1`, [], { shell: true });
  console.log(`\n> ${command}\n${stdout}`);
  return isSuccess(command, code);
}

/** Runs a command line in this terminal. */
async function passesLive(command: string): Promise<boolean> {
  console.log(`\n> ${command}`);
  const child = spawn(command, { shell: true, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "close");
  return isSuccess(command, code);
}

function isSuccess(command: string, code: number | null): boolean {
  if (code !== 0) console.error(`FAILED: ${command}`);
  return code === 0;
}
