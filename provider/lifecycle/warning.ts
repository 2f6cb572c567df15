import type { Declared, Live } from "../../model/api/form.ts";
import { type Definition, isAdoptOnly, type Property } from "../../model/kinds/kind.ts";
import { published, undocumentedValue } from "../errors/program.ts";
import { overwritten } from "../errors/up.ts";
import { type Change, compare } from "./forms/compare.ts";
import { shown } from "./forms/secrets.ts";
import { storedAfterRead } from "./forms/stored.ts";
import { holdsUnknown } from "./forms/unknown.ts";
import { subject } from "./record/operation-error.ts";
import { asOccurrence, offsetsFrom } from "./series/occurrence.ts";

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
function warningsIn(name: string, { type, secret }: Property, value: unknown): string[] {
  if (type.doubts === undefined || value === undefined || !type.schema.safeParse(value).success) return [];
  return type.doubts(value).map(({ path, text, likely }) => {
    const place = path.reduce<string>((all, key) => (typeof key === "number" ? all : `${all}.${key}`), name);
    const named = { value: [place, shown(text, secret) ?? []].flat().join(" ") };
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

/**
 * Describes what an adoption overwrites. The API can't create hubs, so a new Hub resource always adopts an existing one.
 *
 * @param live the record to adopt, if any
 *
 * @returns undefined if nothing is overwritten
 */
export function describeOverwriting(
  definition: Definition,
  live: Live | undefined,
  declared: Declared,
): string | undefined {
  if (live === undefined) return undefined;
  // A program declares the times of the first occurrence of a series, and the record may be a later one.
  const first = asOccurrence(definition, live, -offsetsFrom(definition, declared)(live));
  const stored = storedAfterRead({ definition, live: first, collection: { hub: { id: String(live.id) } } });
  const isOverwritten = ({ name, wire }: Change) =>
    wire !== undefined && !holdsUnknown(wire) && stored[name] !== null && stored[name] !== "";
  const names = compare(definition, stored, declared)
    .filter(isOverwritten)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  // The values aren't shown, because the program may keep them secret.
  const { hub, record } = overwritten;
  const message = isAdoptOnly(definition) ? hub : record;
  return message({ kind: definition.kind, id: String(live.id), properties: names.join(" and ") });
}
