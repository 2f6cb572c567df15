import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../model/api/form.ts";
import { isObject } from "../../model/api/object.ts";
import type { ResourceDiff } from "../lifecycle/diff.ts";

/** How one value changes: added, deleted or updated. */
type Change = "ADD" | "DELETE" | "UPDATE";

/** The changed values by path: `labels[1]`, `serviceStatuses[0].status`. */
type DetailedDiff = Readonly<Record<string, Change | `${Change}_REPLACE`>>;

/** Compares old and new inputs, for each changed property as deep as both have the same shape. */
export function detailedDiff(
  { changed, replaces }: Pick<ResourceDiff, "changed" | "replaces">,
  olds: Declared,
  news: Declared,
): DetailedDiff {
  const result: Record<string, Change | `${Change}_REPLACE`> = {};
  for (const name of changed) {
    const found = changesIn(name, olds[name], news[name]);
    // The inputs are equal if only the record differs from the declaration.
    const changes: PathChange[] = found.length > 0 ? found : [{ path: name, change: "UPDATE" }];
    const isReplaced = replaces.includes(name);
    for (const { path, change } of changes) result[path] = isReplaced ? `${change}_REPLACE` : change;
  }
  return result;
}

interface PathChange {
  readonly path: string;
  readonly change: Change;
}

function changesIn(path: string, old: unknown, value: unknown): PathChange[] {
  if (isDeepStrictEqual(old, value)) return [];
  if (old === undefined) return [{ path, change: "ADD" }];
  if (value === undefined) return [{ path, change: "DELETE" }];
  if (Array.isArray(old) && Array.isArray(value)) {
    const indexes = Array.from({ length: Math.max(old.length, value.length) }, (_, index) => index);
    return indexes.flatMap((index) => changesIn(`${path}[${index}]`, old[index], value[index]));
  }
  if (isObject(old) && isObject(value)) {
    const names = new Set([...Object.keys(old), ...Object.keys(value)]);
    return [...names].flatMap((name) => changesIn(`${path}${pathStep(name)}`, old[name], value[name]));
  }
  return [{ path, change: "UPDATE" }];
}

const pathStep = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);
