import { lookups } from "../../kinds/index.ts";
import type { Lookup } from "../../kinds/kind.ts";
import { fileNameOf } from "./documentation.ts";
import { partSections } from "./examples.ts";
import { code, join, table, wrapped } from "./markdown.ts";

export function functionsPage(): string {
  return join(
    "# Functions",
    wrapped(
      "Use these functions to find records that your program doesn't manage, such as the services of a hub in a different stack. " +
        "They return the `id` and the outputs of a record, except secrets such as the `token` of a service. Functions that search " +
        "the same kind on a hub share one list, so ten lookups cost about as much as one.",
    ),
    wrapped(
      "In TypeScript, use the methods `find` and `list` of the classes, with the dynamic or the [native](../native.md) provider. The " +
        "methods `get` and `find` return a resource whose secret outputs include the `token`. In Python, the names are in snake_case " +
        "(`get_service`). In Go, `LookupService` returns one record and `GetServices` several. The forms that end in `Output` or " +
        "`_output` also accept outputs of other resources. The examples are parts of [complete programs](../examples.md).",
    ),
    Object.entries(lookups).flatMap(([name, lookup]) => section(name, lookup)),
  );
}

function section(name: string, { kind, doc: description, filters, all }: Lookup): string[] {
  const hub = kind === "Hub" ? [] : [[`${code("hub")}, required`, code("Hub | string"), "Hub to search."]];
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
    ...partSections(name, ["start", "functions"]),
  ];
}

export const pageOf = (kind: string): string => `${fileNameOf(kind)}.md`;
