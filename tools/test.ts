import { CHECKS, passesCheck, QUICK_CHECKS } from "./check/check.ts";
import { type Counts, runTests } from "./check/vitest.ts";

const NO_TESTS: Counts = { passed: 0, failed: 0 };

/** What `node tools/test.ts <name>` runs; without a name, everything. */
const RUNS = {
  all: { checks: CHECKS, tests: () => runTests() },
  quick: { checks: QUICK_CHECKS, tests: () => runTests(["unit"]) },
  check: { checks: CHECKS, tests: async () => NO_TESTS },
};

const name = process.argv[2] ?? "all";
if (!Object.hasOwn(RUNS, name)) throw new Error(`Cannot run "${name}". Choose one of ${Object.keys(RUNS).join(", ")}.`);
const { checks, tests } = RUNS[name as keyof typeof RUNS];

const total: Counts = { passed: 0, failed: 0 };
for (const check of checks) total[(await passesCheck(check)) ? "passed" : "failed"] += 1;
const counts = await tests();
total.passed += counts.passed;
total.failed += counts.failed;

process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
