/** Longer names are cut, so that a line of code holds one. */
const longest = 40;

/** The words of a text, as a name of a resource: lower-case ASCII with hyphens. Empty where nothing is left of it. */
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

/** Whole words as far as they fit. */
function cut(text: string): string {
  if (text.length <= longest) return text;
  const words = text.slice(0, longest + 1).lastIndexOf("-");
  return text.slice(0, words > 0 ? words : longest);
}

/** Names that no two share. */
export interface Names {
  /** The first name that no older record has, or else the first one with the id behind it. */
  take(names: readonly string[], id: string): string;
}

/**
 * Gives each record a name of its own. Records come by ascending id, so the oldest keeps the plain name, and a record
 * that is added later changes no other's.
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

/** What a variable cannot be called in a module of either kind, or had better not be. */
const reserved = new Set(
  (
    "abstract any arguments as async await boolean break case catch class config const constructor continue debugger " +
    "declare default delete do else enum escape eval export exports extends false finally for from function get global " +
    "hub if implements import in infer instanceof interface is keyof let module namespace never new null number object " +
    "of package private process protected public pulumi readonly require return set static statushub string super " +
    "switch symbol this throw true try type typeof undefined unescape unique unknown var void while window with yield"
  ).split(" "),
);

/** A name of a resource as that of a variable: `api-gateway` is `apiGateway`. */
export function variable(name: string, kind: string): string {
  const camel = name.replace(/[^A-Za-z0-9]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
  if (/^[0-9]/.test(camel)) return `${kind.charAt(0).toLowerCase()}${kind.slice(1)}${camel}`;
  const word = camel.charAt(0).toLowerCase() + camel.slice(1);
  return reserved.has(word) || word === "" ? `${word}${kind}` : word;
}

/** `IncidentTemplate` as `incident-template`. */
export const kebab = (name: string): string => name.replace(/\B[A-Z]/g, "-$&").toLowerCase();
