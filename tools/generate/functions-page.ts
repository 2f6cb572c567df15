import { lookUps } from "../../kinds/index.ts";
import type { LookUp } from "../../kinds/kind.ts";
import { fileNameOf } from "./documentation.ts";
import { exampleSections } from "./examples.ts";
import { code, join, table, wrapped } from "./markdown.ts";

/** Returns the page about the functions that find records which programs don't manage. */
export function functionsPage(): string {
  return join(
    "# Functions",
    wrapped(
      "They find records that a program does not manage, such as the services of a hub that another stack owns. All functions " +
        "that look for one kind in a hub share one list, so many cost no more requests than one. What they return holds the " +
        "`id` and every output of the record but secrets.",
    ),
    wrapped(
      "In TypeScript they are methods of the classes, on the dynamic way and on the [native one](../native.md), beside `get`, " +
        "which reads a record by its id. Python writes them in snake_case (`get_service`); in Go it is `LookupService` where " +
        "one record is returned, and `GetServices` where several are. The forms that end in `Output`, or `_output`, take " +
        "outputs of other resources, too.",
    ),
    Object.entries(lookUps).flatMap(([name, lookUp]) => section(name, lookUp)),
  );
}

function section(name: string, { kind, doc: description, filters, all }: LookUp): string[] {
  const hub = kind === "Hub" ? [] : [[`${code("hub")}, required`, code("Hub | string"), "The hub of the records."]];
  const rows = Object.entries(filters).map(([argument, filter]) => [
    code(argument),
    code(filter.type === "integer" ? "number" : filter.type),
    filter.doc,
  ]);
  const result =
    all === undefined
      ? `Returns the outputs of a [${kind}](${pageOf(kind)}#outputs).`
      : `Returns ${code(all)}, a list of the outputs of each [${kind}](${pageOf(kind)}#outputs).`;
  return [
    `## ${code(name)}`,
    description,
    table(["argument", "type", ""], [...hub, ...rows]),
    result,
    ...exampleSections(name, ["start", "functions"]),
  ];
}

/** Returns the file name of a kind's page. */
export const pageOf = (kind: string): string => `${fileNameOf(kind)}.md`;
