import { isDeepStrictEqual } from "node:util";
import { isMap, isNode, isScalar, parse, parseDocument } from "yaml";

/** Whether the text of a Pulumi.yaml says when Pulumi refreshes. */
export const configuresRefresh = (text: string): boolean => parseDocument(text).hasIn(["options", "refresh"]);

/**
 * Adds `options: { refresh: always }` to the text of a Pulumi.yaml, because otherwise a plain preview shows no manual changes.
 * The rest of the file keeps its values, formatting and comments: this only adds to the text.
 *
 * @returns undefined if the file has a form that can't be extended
 */
export function withRefresh(text: string): string | undefined {
  const extended = extend(text);
  if (extended === undefined) return undefined;
  // Some forms take no further lines, such as a file that is one flow mapping, and some values end with the file.
  const document = parseDocument(extended);
  const before = parse(text) as { readonly options?: object };
  const expected = { ...before, options: { ...before.options, refresh: "always" } };
  const isExtended = document.errors.length === 0 && isDeepStrictEqual(document.toJS(), expected);
  return isExtended ? extended : undefined;
}

function extend(text: string): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const options = document.get("options", true);
  if (options === undefined) return `${text.replace(/(?<!\n)$/, "\n")}options:\n  refresh: always\n`;
  if (!isNode(options) || options.range == null) return undefined;
  const isEmpty = isMap(options) ? options.items.length === 0 : isScalar(options) && options.value === null;
  if (isEmpty) {
    const [start, end] = options.range;
    return `${text.slice(0, start).replace(/:$/, ": ")}{ refresh: always }${text.slice(end)}`;
  }
  if (!isMap(options)) return undefined;
  const [first] = options.items;
  if (!isScalar(first?.key) || first.key.range == null) return undefined;
  const [start] = first.key.range;
  const indent = text.slice(text.lastIndexOf("\n", start) + 1, start);
  return `${text.slice(0, start)}refresh: always${options.flow ? ", " : `\n${indent}`}${text.slice(start)}`;
}
