import { type Counts, runChecks, runTests } from "./check.ts";

/** All checks, in two rows. The second row builds the package before it tests it. */
const allChecks = [
  ["check:lint", "check:types", "check:unused"],
  ["build", "check:package", "check:package-types", "docs"],
];

/** The commands behind `node tools/test.ts <name>`. */
const runs: Readonly<Record<string, () => Promise<Counts[]>>> = {
  all: async () => [await runChecks(allChecks), await runTests()],
  quick: async () => [await runChecks([["check:lint"], ["check:types"]]), await runTests("unit")],
  check: async () => [await runChecks(allChecks)],
};

const counts = await runs[process.argv[2] ?? "all"]?.();
if (counts === undefined) throw new Error(`Choose one of ${Object.keys(runs).join(", ")}.`);
const sum = (key: keyof Counts) => counts.reduce((total, each) => total + each[key], 0);

process.exitCode = sum("failed") === 0 ? 0 : 1;
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
