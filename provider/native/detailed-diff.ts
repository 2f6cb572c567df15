import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../model/api/form.ts";
import { isObject } from "../../model/api/object.ts";
import type { ResourceDiff } from "../lifecycle/diff.ts";

/** How one value changes: added, deleted or updated, possibly because the record is replaced. */
type Kind = "ADD" | "DELETE" | "UPDATE";

/** The changed values by path: `labels[1]`, `serviceStatuses[0].status`. */
type DetailedDiff<K = Kind> = Readonly<Record<string, K>>;

/** Compares old and new inputs, for each changed property as deep as both have the same shape. */
export function detailedDiff(
  { changed, replaces }: Pick<ResourceDiff, "changed" | "replaces">,
  olds: Declared,
  news: Declared,
): DetailedDiff<Kind | `${Kind}_REPLACE`> {
  return join(
    changed.map((name) => {
      const found = compare(name, olds[name], news[name]);
      // The inputs are equal if only the record differs from the declaration.
      const changes = Object.keys(found).length > 0 ? found : { [name]: "UPDATE" as const };
      if (!replaces.includes(name)) return changes;
      return Object.fromEntries(Object.entries(changes).map(([path, kind]) => [path, `${kind}_REPLACE` as const]));
    }),
  );
}

function compare(path: string, before: unknown, after: unknown): DetailedDiff {
  if (isDeepStrictEqual(before, after)) return {};
  if (before === undefined) return { [path]: "ADD" };
  if (after === undefined) return { [path]: "DELETE" };
  if (Array.isArray(before) && Array.isArray(after)) {
    const indexes = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
    return join(indexes.map((index) => compare(`${path}[${index}]`, before[index], after[index])));
  }
  if (!isObject(before) || !isObject(after)) return { [path]: "UPDATE" };
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return join([...names].map((name) => compare(`${path}${step(name)}`, before[name], after[name])));
}

const step = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

const join = <K>(parts: readonly DetailedDiff<K>[]): DetailedDiff<K> => Object.assign({}, ...parts);
