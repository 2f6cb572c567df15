import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { passes } from "./check.ts";

export interface Counts {
  passed: number;
  failed: number;
}

/** The part of vitest's JSON report that we count. */
export interface Report {
  success: boolean;
  numTotalTests: number;
  numPassedTests: number;
}

/** Runs and counts the tests of the named projects, or of all projects if none is named. */
export async function runTests(projects: string[] = []): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-test-"));
  const file = join(folder, "report.json");
  const chosen = projects.map((project) => `--project ${project}`).join(" ");
  try {
    const reporters = `--reporter=default --reporter=json --outputFile.json="${file}"`;
    const clean = await passes(`vitest run ${chosen} ${reporters}`);
    const report = await readFile(file, "utf8").then(
      (text) => JSON.parse(text) as Report,
      () => undefined,
    );
    return count(report, clean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A test that didn't run, such as after a failed setup, doesn't count as passed. A failure outside of tests, such as a
 * file that can't be loaded or an uncaught error, counts as one failure.
 */
export function count(report: Report | undefined, clean: boolean): Counts {
  const passed = report?.numPassedTests ?? 0;
  const failed = (report?.numTotalTests ?? 0) - passed;
  return { passed, failed: clean && report?.success ? failed : Math.max(failed, 1) };
}
