import { distance } from "fastest-levenshtein";

/** Returns the known name that was probably meant; undefined if none is similar. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const edits = known.map((name) => ({ name, count: distance(simplified(written), simplified(name)) }));
  const [first] = edits.sort((one, other) => one.count - other.count);
  const isNear = first !== undefined && first.count <= Math.min(3, Math.floor(first.name.length / 2));
  return isNear ? first.name : undefined;
}

/** Helps with a name that doesn't exist: says which one was probably meant, or which there are. */
export function helpWith(written: string, known: readonly string[], title = "Properties"): string {
  const near = nearest(written, known);
  return near === undefined ? `${title}: ${known.join(", ")}.` : `Did you mean ${JSON.stringify(near)}?`;
}

/**
 * Returns the known name of which a key is a slip of the pen. Unlike `nearest`, for keys that may be right as they are: one
 * letter dropped, doubled, replaced or swapped. A known name with another letter at its end is a name of its own, such as
 * `apiKey2` or `accounts`.
 */
export const slipOf = (written: string, known: readonly string[]): string | undefined =>
  known.find((name) => isSlip(simplified(written), simplified(name)));

function isSlip(written: string, name: string): boolean {
  if (written === name) return true;
  if (written[0] !== name[0] || (written.startsWith(name) && written.at(-1) !== name.at(-1))) return false;
  const edits = distance(written, name);
  return edits === 1 || (edits === 2 && lettersOf(written) === lettersOf(name));
}

const lettersOf = (text: string) => [...text].sort().join("");

// The API's own name, `custom_id`, is the likeliest mistake.
const simplified = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");
