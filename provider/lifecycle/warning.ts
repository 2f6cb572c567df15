import { published, undocumentedValue } from "../../errors/program.ts";
import type { Definition, Property, Values } from "../../kinds/kind.ts";
import { subject } from "./operation-error.ts";

/**
 * Warnings about values that the API does not document, unless the program declared them before, and about declarations
 * whose removal publishes a record.
 *
 * @param previous the inputs until now
 */
export function warningsAbout(definition: Definition, previous: Values, desired: Values): string[] {
  return Object.entries(definition.properties).flatMap(([name, property]) => {
    const before = warningsIn(name, property, previous[name]);
    const fresh = warningsIn(name, property, desired[name]).filter((warning) => !before.includes(warning));
    const publication = publicationBy(name, property, { before: previous[name], after: desired[name] });
    return [...fresh, ...publication].map((warning) => `${subject({ definition, values: desired })}: ${warning}`);
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

/** A preview shows a removed line, and not that it makes the record visible to everybody. */
function publicationBy(
  name: string,
  { hides, cleared }: Property,
  { before, after }: { before: unknown; after: unknown },
): string[] {
  if (hides === undefined || before !== hides || after !== undefined) return [];
  return [published({ property: name, hidden: JSON.stringify(hides), cleared: JSON.stringify(cleared) })];
}
