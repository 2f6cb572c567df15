import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../engine/local.ts";
import type { Mutant } from "./mutant.ts";

const run = promisify(execFile);

/** Milliseconds for one stage; a mutant that never ends is noticed too. */
const limit = 120_000;

/** The tests, the fastest first: a mutant that one stage notices needs no further one. */
const stages: readonly (readonly string[])[] = [
  ["test/laws/pure"],
  ["test/provider/lifecycle", "test/provider/resources"],
  ["test/state", ...["lifecycle", "clearing", "drift", "relation"].map((name) => `test/laws/http/${name}`)],
  ["unknown", "orphan", "particular", "list", "spelling", "fault"].map((name) => `test/laws/http/${name}`),
];

/** A copy of the repository in which one mutant at a time is put in place and tried. */
export interface Sandbox {
  /** Whether a test fails with the mutant. */
  notices(mutant: Mutant): Promise<boolean>;
  close(): Promise<void>;
}

export async function createSandbox(): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-mutants-"));
  const { stdout } = await run("git", ["ls-files"], { cwd: ROOT });
  for (const file of stdout.trim().split("\n")) await cp(join(ROOT, file), join(folder, file));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  return {
    async notices({ file, start, end, after }) {
      const path = join(folder, file);
      const source = await readFile(path, "utf8");
      await writeFile(path, source.slice(0, start) + after + source.slice(end));
      try {
        for (const stage of stages) if (!(await passes(folder, stage))) return true;
        return false;
      } finally {
        await writeFile(path, source);
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function passes(cwd: string, tests: readonly string[]): Promise<boolean> {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const options = ["--project", "unit", "--project", "laws", "--bail", "1", "--maxWorkers", "2"];
  try {
    await run(process.execPath, [vitest, "run", ...options, ...tests], { cwd, timeout: limit, killSignal: "SIGKILL" });
    return true;
  } catch {
    // Failed, or was ended at the limit: noticed either way.
    return false;
  }
}
