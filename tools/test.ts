import { allChecks, quickChecks, runChecks } from "./check/check.ts";
import { type Counts, runTests } from "./check/vitest.ts";

const noTests: Counts = { passed: 0, failed: 0 };

/** The commands behind `node tools/test.ts <name>`; without a name, all of them run. */
const allRuns = {
  all: { checks: allChecks, tests: () => runTests() },
  quick: { checks: quickChecks, tests: () => runTests(["unit"]) },
  check: { checks: allChecks, tests: async () => noTests },
};

const name = process.argv[2] ?? "all";
if (!Object.hasOwn(allRuns, name))
  throw new Error(`Cannot run "${name}". Choose one of ${Object.keys(allRuns).join(", ")}.`);
const { checks, tests } = allRuns[name as keyof typeof allRuns];

const total: Counts = { passed: 0, failed: 0 };
for (const passed of await runChecks(checks)) total[passed ? "passed" : "failed"] += 1;
const counts = await tests();
total.passed += counts.passed;
total.failed += counts.failed;

process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
