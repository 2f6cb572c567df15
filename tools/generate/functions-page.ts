import { lookups } from "../../model/kinds/index.ts";
import type { Lookup } from "../../model/kinds/kind.ts";
import { fileNameOf } from "./documentation.ts";
import { partSections } from "./examples.ts";
import { code, join, wrapped } from "./markdown.ts";

export function functionsPage(): string {
  return join(
    "# Functions",
    wrapped(
      "Find records that your program doesn't manage, such as the services of a different stack. The functions return the `id` and the " +
        "outputs of a record, except secrets such as the `token` of a service. Searches for one kind on a hub share one list, so ten " +
        "lookups cost about as much as one.",
    ),
    wrapped(
      "In TypeScript, use the methods `find` and `list` of the classes. `get` and `find` return a resource whose secret outputs include " +
        "the `token`. In Go, `LookupService` returns one record and `GetServices` several. The forms that end in `Output` or `_output` " +
        "also accept outputs of other resources. The examples are parts of [complete programs](../examples.md).",
    ),
    Object.entries(lookups).flatMap(([name, lookup]) => section(name, lookup)),
  );
}

/** Its example shows how every list is called. */
const [firstList = ""] = Object.keys(lookups).filter((name) => lookups[name]?.all !== undefined);

function section(name: string, { kind, doc: description, filters, all }: Lookup): string[] {
  const hub = kind === "Hub" ? [] : ["- `hub` (`Hub | string`, required): The hub that you search."];
  const rows = Object.entries(filters).map(
    ([argument, { type, doc }]) => `- ${code(argument)} (${code(type === "integer" ? "number" : type)}): ${doc}`,
  );
  const outputs = `[${kind}](${pageOf(kind)}#outputs)`;
  const result =
    all === undefined
      ? `Returns the outputs of a ${outputs}.`
      : `Returns ${code(all)}, a list of the outputs of each ${outputs}.`;
  const isShown = all === undefined || name === firstList;
  return [
    `## ${code(name)}`,
    description,
    [...hub, ...rows].join("\n"),
    isShown ? result : `${result} Called like [${code(firstList)}](#${firstList.toLowerCase()}).`,
    ...(isShown ? partSections(name, ["functions"]) : []),
  ];
}

export const pageOf = (kind: string): string => `${fileNameOf(kind)}.md`;
