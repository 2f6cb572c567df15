import { z } from "zod";
import { invalid } from "./http-error.ts";

/** A list that may be left out. */
export const list = <Item extends z.ZodType>(item: Item, description: string) =>
  z.array(item, { error: "must be a list" }).optional().describe(description);

const deepest = 64;

/** Parses a value with its schema, or rejects it with a sentence that names the first invalid field. */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, whole = "the body"): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw invalid(whole, "is not valid");
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys") throw invalid(fieldName([...path, issue.keys[0] ?? ""]), "is not known");
  const isMissing = valueAt(value, path) === undefined;
  throw invalid(fieldName(path) || whole, isMissing ? "is required" : message);
}

/** Names the fields of a value that its schema has dropped, at any depth, because the API doesn't know them. */
export function unknownFields(value: unknown, known: unknown, path: readonly PropertyKey[] = []): string[] {
  if (!hasInnerValues(value) || !hasInnerValues(known)) return [];
  return Object.keys(value).flatMap((key) => {
    const inner = [...path, Array.isArray(value) ? Number(key) : key];
    return Object.hasOwn(known, key) ? unknownFields(value[key], known[key], inner) : [fieldName(inner)];
  });
}

/** Whether a value is nested more deeply than any record, so that walking it could exhaust the stack. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (!hasInnerValues(value)) return false;
  return depth >= deepest || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

/** Whether a value contains a number that JSON can't represent. The value must not be deeply nested. */
export const hasInfinity = (value: unknown): boolean =>
  hasInnerValues(value) ? Object.values(value).some(hasInfinity) : typeof value === "number" && !Number.isFinite(value);

/** Formats a path as `service_statuses[0].status`. */
function fieldName(path: readonly PropertyKey[]): string {
  let name = "";
  for (const key of path) {
    if (typeof key === "number") name += `[${key}]`;
    else name += name === "" ? String(key) : `.${String(key)}`;
  }
  return name;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let inner = value;
  for (const key of path) inner = hasInnerValues(inner) ? inner[String(key)] : undefined;
  return inner;
}

/** Whether a value has inner values. Arrays are objects whose keys are indices. */
export const hasInnerValues = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
