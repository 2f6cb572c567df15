/** Longer names are cut, so that they fit on a line of code. */
const longest = 40;

/** Turns a text into the name of a resource: lower-case ASCII words with hyphens. May be empty. */
export function slug(text: string): string {
  const ascii = text
    .slice(0, 400)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return cut(ascii.replace(/^-+|-+$/g, ""));
}

/** Keeps whole words as far as they fit. */
function cut(text: string): string {
  if (text.length <= longest) return text;
  const words = text.slice(0, longest + 1).lastIndexOf("-");
  return text.slice(0, words > 0 ? words : longest);
}

/** A set of unique names. */
export interface Names {
  /** Takes the first free name or, if none is free, the first one with the ID appended. */
  take(names: readonly string[], id: string): string;
}

/**
 * Creates a set of unique names. Records take their names by ascending ID, so the oldest gets the plain name, and a new record
 * doesn't rename others.
 */
export function createNames(separator: string, taken: readonly string[] = []): Names {
  const used = new Set(taken);
  return {
    take(names, id) {
      let unique = names.find((name) => name !== "" && !used.has(name)) ?? names[0] ?? "";
      while (used.has(unique)) unique = `${unique}${separator}${slug(id)}`;
      used.add(unique);
      return unique;
    },
  };
}

/** Names that a variable can't or shouldn't have. */
const reserved = new Set(
  (
    "abstract any arguments as async await boolean break case catch class config const constructor continue debugger " +
    "declare default delete do else enum escape eval export exports extends false finally for from function get global " +
    "hub if implements import in infer instanceof interface is keyof let module namespace never new null number object " +
    "of package private process protected public pulumi readonly require return set static statushub string super " +
    "switch symbol this throw true try type typeof undefined unescape unique unknown var void while window with yield"
  ).split(" "),
);

/** Turns the name of a resource into the name of a variable: `api-gateway` becomes `apiGateway`. */
export function variable(name: string, kind: string): string {
  const camel = name.replace(/[^A-Za-z0-9]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
  if (/^[0-9]/.test(camel)) return `${kind.charAt(0).toLowerCase()}${kind.slice(1)}${camel}`;
  const word = camel.charAt(0).toLowerCase() + camel.slice(1);
  return reserved.has(word) || word === "" ? `${word}${kind}` : word;
}
