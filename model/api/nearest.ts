import { distance } from "fastest-levenshtein";

/** Returns the known names that are similar, the most similar ones first. */
export function near(written: string, names: readonly string[]): string[] {
  const edits = names.map((name) => ({ name, count: distance(simplified(written), simplified(name)) }));
  const isNear = ({ name, count }: (typeof edits)[number]) => count <= Math.min(3, Math.floor(name.length / 2));
  return edits
    .filter(isNear)
    .sort((one, other) => one.count - other.count)
    .map(({ name }) => name);
}

/** Returns the known name that was probably meant; undefined if none is similar. */
export const nearest = (written: string, names: readonly string[]): string | undefined => near(written, names)[0];

/** Helps with a name that doesn't exist: says which one was probably meant, or which there are. */
export function helpWith(written: string, names: readonly string[], title = "Properties"): string {
  const name = nearest(written, names);
  return name === undefined ? `${title}: ${names.join(", ")}.` : `Did you mean ${JSON.stringify(name)}?`;
}

// The API's own name, `custom_id`, is the likeliest mistake.
const simplified = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");
