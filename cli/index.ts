#!/usr/bin/env node
import { findNodeProblem } from "../model/versions.ts";

// An older Node fails to link some of the imports, so they wait for the check.
const problem = findNodeProblem(process.versions.node);
if (problem === undefined) {
  const { run } = await import("./command-line.ts");
  await run();
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
