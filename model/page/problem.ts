/** The path to a value of a page: keys and list indices. */
export type Path = readonly (string | number)[];

/** A problem with a page, and its location. */
export interface PageProblem {
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

/** Returns one message about all problems of a page. */
export const describeProblems = (name: string, problems: readonly PageProblem[]): string =>
  `Could not make statushub.StatusPage "${name}":${problems
    .map(({ path, message }) => `\n  ${render(path)}: ${message}`)
    .join("")}`;

/** Formats as `a, b or c`. */
export function listed(items: readonly string[], conjunction: "and" | "or"): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}
