import { distance } from "fastest-levenshtein";

/** Returns the known name that was probably meant; undefined if none is similar. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const edits = names.map((name) => ({ name, count: distance(simplified(written), simplified(name)) }));
  const [first] = edits.sort((one, other) => one.count - other.count);
  const isNear = first !== undefined && first.count <= Math.min(3, Math.floor(first.name.length / 2));
  return isNear ? first.name : undefined;
}

/** Helps with a name that doesn't exist: says which one was probably meant, or which there are. */
export function helpWith(written: string, names: readonly string[], title = "Properties"): string {
  const near = nearest(written, names);
  return near === undefined ? `${title}: ${names.join(", ")}.` : `Did you mean ${JSON.stringify(near)}?`;
}

// The API's own name, `custom_id`, is the likeliest mistake.
const simplified = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");
