import { findNodeProblem } from "../provider/node.ts";

// Runs before any other import, because on an older Node those fail with messages that don't help.
const problem = findNodeProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
