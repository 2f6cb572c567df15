import { oldNode } from "../errors/doctor.ts";
import { isAtLeast } from "./version.ts";

/** The oldest supported Node, as in `engines` of package.json. The HTTP client needs it. */
export const oldestNode = "22.19";

/** Returns why the package can't run on this Node; undefined if it can. */
export function findNodeProblem(version: string): string | undefined {
  if (isAtLeast(version, oldestNode)) return undefined;
  return oldNode({ oldest: oldestNode, version });
}
