import type { Definition, Property, Values } from "../resources/define.ts";
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
    const values = likely.length === 0 ? "" : `; likely are ${likely.map((each) => JSON.stringify(each)).join(", ")}`;
    return (
      `${place} ${JSON.stringify(text)} may be refused or have no effect: the API does not document its values${values}. ` +
      "It is sent as it is, so look at the record on the hub after the up."
    );
  });
}
