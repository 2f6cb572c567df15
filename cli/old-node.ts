import { findNodeProblem } from "../provider/node.ts";

// The first that runs: on an older Node the modules of other commands fail with messages about their own code.
const problem = findNodeProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
