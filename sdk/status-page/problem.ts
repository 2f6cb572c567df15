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

/** `. Did you mean "name"?` where a known name is near to the one that was written. */
export function suggestion(written: string, known: readonly string[]): string {
  const edits = known.map((name) => ({ name, count: distance(simplified(written), simplified(name)) }));
  const [nearest] = edits.sort((one, other) => one.count - other.count);
  const isNear = nearest !== undefined && nearest.count <= Math.min(3, Math.floor(nearest.name.length / 2));
  return isNear ? `. Did you mean ${JSON.stringify(nearest.name)}?` : "";
}

// The API's own spelling, `custom_id`, is the likeliest mistake.
const simplified = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");
