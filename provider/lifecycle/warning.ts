import type { Declared } from "../../api/form.ts";
import { published, undocumentedValue } from "../../errors/program.ts";
import type { Definition, Property } from "../../kinds/kind.ts";
import { subject } from "./record/operation-error.ts";

/**
 * Returns warnings about newly declared values that the API doesn't document, and about removed declarations whose
 * removal publishes a record.
 *
 * @param previous the previous inputs
 */
export function warningsAbout(definition: Definition, previous: Declared, declared: Declared): string[] {
  return Object.entries(definition.properties).flatMap(([name, property]) => {
    const before = warningsIn(name, property, previous[name]);
    const fresh = warningsIn(name, property, declared[name]).filter((warning) => !before.includes(warning));
    const publication = publicationBy(name, property, { before: previous[name], after: declared[name] });
    return [...fresh, ...publication].map((warning) => `${subject({ definition, declared })}: ${warning}`);
  });
}

/** Skips values that are invalid or not known yet. */
function warningsIn(name: string, { type }: Property, value: unknown): string[] {
  if (type.doubts === undefined || value === undefined || !type.schema.safeParse(value).success) return [];
  return type.doubts(value).map(({ path, text, likely }) => {
    const place = path.reduce<string>((all, key) => (typeof key === "number" ? all : `${all}.${key}`), name);
    const named = { property: place, value: JSON.stringify(text) };
    if (likely.length === 0) return undocumentedValue.value(named);
    return undocumentedValue.likely({ ...named, likely: likely.map((each) => JSON.stringify(each)).join(", ") });
  });
}

/** Warns because a preview only shows a removed line, not that removing it makes the record public. */
function publicationBy(
  name: string,
  { hides, cleared }: Property,
  { before, after }: { before: unknown; after: unknown },
): string[] {
  if (hides === undefined || before !== hides || after !== undefined) return [];
  return [published({ property: name, hidden: JSON.stringify(hides), cleared: JSON.stringify(cleared) })];
}
