import { undocumentedValue } from "../../errors/program.ts";
import type { Definition, Property, Values } from "../../kinds/kind.ts";
import { subject } from "./operation-error.ts";

/**
 * Warnings about values whose like the API does not document: it may not take them. What the program declared before is
 * left out, as the API has taken it.
 *
 * @param previous the inputs until now
 */
export function warningsAbout(definition: Definition, previous: Values, desired: Values): string[] {
  return Object.entries(definition.properties).flatMap(([name, property]) => {
    const before = warningsIn(name, property, previous[name]);
    const fresh = warningsIn(name, property, desired[name]).filter((warning) => !before.includes(warning));
    return fresh.map((warning) => `${subject({ definition, values: desired })}: ${warning}`);
  });
}

/** Of a value that is not sound, or not known yet, nothing is said here. */
function warningsIn(name: string, { type }: Property, value: unknown): string[] {
  if (type.doubts === undefined || value === undefined || !type.schema.safeParse(value).success) return [];
  return type.doubts(value).map(({ path, text, likely }) => {
    const place = path.reduce<string>((all, key) => (typeof key === "number" ? all : `${all}.${key}`), name);
    const named = { property: place, value: JSON.stringify(text) };
    if (likely.length === 0) return undocumentedValue.value(named);
    return undocumentedValue.likely({ ...named, likely: likely.map((each) => JSON.stringify(each)).join(", ") });
  });
}
