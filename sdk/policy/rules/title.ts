import { definitions } from "../../../model/kinds/index.ts";
import { placeholderTitle } from "../errors.ts";
import { kindOf, Marked, type PolicyResource, textIn, valuesOf } from "../resource.ts";
import type { Rule } from "../rule.ts";

const placeholders = [
  // Only in capitals or before a colon, because "Todo el sitio" is Spanish for the whole site.
  /\b(TODO|XXX)\b/,
  /\b(todo:|fixme\b|tbd\b|changeme\b)/i,
  /\blorem ipsum\b|\bplaceholder\b/i,
  /\{\{.*\}\}|\$\{.*\}/,
  // Matches only the whole title: "Load test of the payments" is fine.
  /^\P{L}*(test(ing)?|untitled|title|asdf)\P{L}*$/iu,
];

/** Requires titles that are written for visitors. */
export const title: Rule = {
  name: "statushub-title-placeholder",
  description: "Names and titles aren't placeholders.",
  scope: "resource",
  check: (resources) =>
    allTitles(resources).flatMap(({ resource, property, value }) => {
      const text = textIn(value);
      if (text === undefined || !placeholders.some((pattern) => pattern.test(text))) return [];
      const shown = value instanceof Marked ? "a secret" : JSON.stringify(text);
      return [{ resource, message: placeholderTitle({ property, title: shown }) }];
    }),
};

const allTitles = (resources: readonly PolicyResource[]) =>
  resources.flatMap((resource) => {
    const titles = definitions[kindOf(resource) ?? ""]?.title ?? [];
    return titles.map((property) => ({ resource, property, value: valuesOf(resource)[property] }));
  });
