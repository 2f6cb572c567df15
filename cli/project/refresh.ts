import { isMap, isScalar, parseDocument } from "yaml";

/**
 * Adds `options: { refresh: always }` to the text of a Pulumi.yaml: without it, a plain preview shows no manual changes.
 * All else stays as it is, with its comments.
 *
 * @returns undefined where the file says already when to refresh, or cannot be extended
 */
export function withRefresh(text: string): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const options = document.get("options");
  if (options === undefined) return `${text.replace(/\n*$/, "\n")}options:\n  refresh: always\n`;
  if (!isMap(options) || options.has("refresh")) return undefined;
  const [first] = options.items;
  if (first === undefined || !isScalar(first.key) || first.key.range == null) return undefined;
  const [start] = first.key.range;
  const indent = text.slice(text.lastIndexOf("\n", start) + 1, start);
  return `${text.slice(0, start)}refresh: always${options.flow ? ", " : `\n${indent}`}${text.slice(start)}`;
}
