/** The oldest supported CLI: the first whose import files support outputs. */
export const minimumVersion = "3.254.0";

/** Whether `version` (`v3.259.0`, `3.260.1-alpha.4`, `1.26`) is at least `minimum`. */
export function isAtLeast(version: string, minimum: string): boolean {
  const found = parse(version);
  return found !== undefined && compare(found, parse(minimum) ?? []) >= 0;
}

/** Sorts versions, newest first, with anything unparsable last. */
export function newestFirst(versions: string[]): string[] {
  return versions.toSorted((a, b) => compare(parse(b) ?? [], parse(a) ?? []));
}

function parse(version: string): number[] | undefined {
  return /^v?(\d+)\.(\d+)(?:\.(\d+))?(?![\d.])/
    .exec(version.trim())
    ?.slice(1)
    .map((part) => Number(part ?? 0));
}

function compare(a: number[], b: number[]): number {
  const differences = [0, 1, 2].map((index) => (a[index] ?? -1) - (b[index] ?? -1));
  return differences.find((difference) => difference !== 0) ?? 0;
}
