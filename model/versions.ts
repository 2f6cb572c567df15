import { oldNode } from "./errors.ts";

/** Compares versions by their numbers: 3.259.0 is at least 3.254.0. False if one of them can't be parsed. */
export function isAtLeast(version: string, oldest: string): boolean {
  const numbersIn = (text: string) => text.split(/[.-]/, 3).map((part) => Number.parseInt(part, 10));
  const found = numbersIn(version);
  const wanted = numbersIn(oldest);
  const differences = [0, 1, 2].map((index) => (found[index] ?? 0) - (wanted[index] ?? 0));
  const first = differences.find((difference) => difference !== 0);
  return first === undefined || first > 0;
}

/** The oldest supported Node, as in `engines` of package.json. The HTTP client needs it. */
export const oldestNode = "22.19";

/** Returns why the package can't run on this Node; undefined if it can. */
export function findNodeProblem(version: string): string | undefined {
  return isAtLeast(version, oldestNode) ? undefined : oldNode({ oldest: oldestNode, version });
}
