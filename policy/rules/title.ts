import { kindOf, valuesOf } from "../resource.ts";
import type { Rule } from "../rule.ts";

/** The property by which visitors know a record. */
const titles: Readonly<Record<string, string>> = {
  Hub: "name",
  Service: "name",
  Maintenance: "title",
  IncidentTemplate: "title",
  MaintenanceTemplate: "title",
};

const placeholders = [
  /\b(todo|fixme|tbd|xxx|changeme)\b/i,
  /\blorem ipsum\b|\bplaceholder\b/i,
  /\{\{.*\}\}|\$\{.*\}/,
  // The whole of a title: "Load test of the payments" is one.
  /^\W*(test(ing)?|untitled|title|asdf)[\W\d]*$/i,
];

/** What visitors read is written for them. */
export const title: Rule = {
  name: "statushub-title-placeholder",
  description: "Names and titles hold no placeholder.",
  scope: "resource",
  check: (resources) =>
    resources.flatMap((resource) => {
      const property = titles[kindOf(resource) ?? ""];
      const text = property === undefined ? undefined : valuesOf(resource)[property];
      if (typeof text !== "string" || !placeholders.some((pattern) => pattern.test(text))) return [];
      return [
        {
          resource,
          message: `${property} is a placeholder: ${JSON.stringify(text)}. Write what visitors should read.`,
        },
      ];
    }),
};
