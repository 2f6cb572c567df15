import { writeFile } from "node:fs/promises";
import { coveragePath, renderCoverage } from "./docs/coverage.ts";

/** Writes emulator/COVERAGE.md from the contract, the clauses and the tests that name them. */
await writeFile(coveragePath, renderCoverage());
