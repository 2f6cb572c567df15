import { writeFile } from "node:fs/promises";
import { coveragePath, renderCoverage } from "./docs/coverage.ts";

/** Writes emulator/COVERAGE.md anew from the contract, the clauses and the titles of the tests. */
await writeFile(coveragePath, renderCoverage());
