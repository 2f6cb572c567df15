import { isDeepStrictEqual } from "node:util";

/** What happens to one value: it comes, goes, or becomes another. */
export type Kind = "add" | "delete" | "update";

/** The changed values of a property, by their paths: `labels[1]`, `serviceStatuses[0].status`. */
export type DetailedDiff = Readonly<Record<string, Kind>>;

/** What differs between two values of a property, as deep as both have the same form. */
export function detailedDiff(path: string, before: unknown, after: unknown): DetailedDiff {
  // The inputs are the same where only the record is not as declared.
  const changes = compare(path, before, after);
  return Object.keys(changes).length > 0 ? changes : { [path]: "update" };
}

function compare(path: string, before: unknown, after: unknown): DetailedDiff {
  if (isDeepStrictEqual(before, after)) return {};
  if (before === undefined) return { [path]: "add" };
  if (after === undefined) return { [path]: "delete" };
  if (Array.isArray(before) && Array.isArray(after)) {
    const indexes = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
    return join(indexes.map((index) => compare(`${path}[${index}]`, before[index], after[index])));
  }
  if (!isObject(before) || !isObject(after)) return { [path]: "update" };
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return join([...names].map((name) => compare(`${path}${step(name)}`, before[name], after[name])));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const step = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

const join = (parts: readonly DetailedDiff[]): DetailedDiff => Object.assign({}, ...parts);
