import { oldNode } from "../errors/doctor.ts";
import { isAtLeast } from "./version.ts";

/** The oldest Node that the package runs on, as `engines` in package.json has it: the HTTP client needs it. */
export const oldestNode = "22.19";

/** Why the package cannot run on this Node; undefined where it can. */
export function findNodeProblem(version: string): string | undefined {
  if (isAtLeast(version, oldestNode)) return undefined;
  return oldNode({ oldest: oldestNode, version });
}
