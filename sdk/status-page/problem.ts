import { distance } from "fastest-levenshtein";

/** The path to a value of a page: keys and list indices. */
export type Path = readonly (string | number)[];

/** A problem with a page, and its location. */
export interface Problem {
  readonly path: Path;
  /** Fits after the path and a colon. */
  readonly message: string;
}

/** Formats a path as in a program: `groups.api.services["api.v2"].name`. */
export const render = (path: Path): string =>
  path
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      return /^[\w$-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join("")
    .replace(/^\./, "");

/** Formats as `a, b or c`. */
export function listed(items: readonly string[], conjunction: "and" | "or"): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}

/** Returns the known name that was probably meant; undefined if none is similar. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const edits = known.map((name) => ({ name, count: distance(simplified(written), simplified(name)) }));
  const [first] = edits.sort((one, other) => one.count - other.count);
  const isNear = first !== undefined && first.count <= Math.min(3, Math.floor(first.name.length / 2));
  return isNear ? first.name : undefined;
}

// The API's own name, `custom_id`, is the likeliest mistake.
const simplified = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");
