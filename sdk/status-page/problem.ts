import { distance } from "fastest-levenshtein";

/** The way to a value of a page: keys, and the places in lists. */
export type Path = readonly (string | number)[];

/** What is wrong with a page, and where. */
export interface Problem {
  readonly path: Path;
  /** Reads well after the path and a colon. */
  readonly message: string;
}

/** A path as it is written in a program: `groups.api.services["api.v2"].name`. */
export const render = (path: Path): string =>
  path
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      return /^[\w$-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join("")
    .replace(/^\./, "");

/** `a, b or c`. */
export function listed(items: readonly string[], conjunction: "and" | "or"): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}

/** The known name that was probably meant; undefined where none is similar. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const edits = known.map((name) => ({ name, count: distance(simplified(written), simplified(name)) }));
  const [first] = edits.sort((one, other) => one.count - other.count);
  const isNear = first !== undefined && first.count <= Math.min(3, Math.floor(first.name.length / 2));
  return isNear ? first.name : undefined;
}

// The API's own spelling, `custom_id`, is the likeliest mistake.
const simplified = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");
