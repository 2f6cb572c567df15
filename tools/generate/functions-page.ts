import { lookups } from "../../kinds/index.ts";
import type { Lookup } from "../../kinds/kind.ts";
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
        "the `token`. In Python, the names are in snake_case (`get_service`). In Go, `LookupService` returns one record and " +
        "`GetServices` several. The forms that end in `Output` or `_output` also accept outputs of other resources. The examples are " +
        "parts of [complete programs](../examples.md).",
    ),
    Object.entries(lookups).flatMap(([name, lookup]) => section(name, lookup, likeIt(name, lookup))),
  );
}

/** Returns an earlier function with the same arguments. */
const likeIt = (name: string, { filters }: Lookup): string | undefined => {
  const found = Object.keys(lookups).find((other) => lookups[other]?.filters === filters);
  return found === name ? undefined : found;
};

function section(name: string, { kind, doc: description, filters, all }: Lookup, alike: string | undefined): string[] {
  const hub = kind === "Hub" ? [] : ["- `hub` (`Hub | string`, required): Hub to search."];
  const rows = Object.entries(filters).map(
    ([argument, { type, doc }]) => `- ${code(argument)} (${code(type === "integer" ? "number" : type)}): ${doc}`,
  );
  const result =
    all === undefined
      ? `Returns the outputs of a [${kind}](${pageOf(kind)}#outputs).`
      : `Returns ${code(all)}, a list of the outputs of each [${kind}](${pageOf(kind)}#outputs).`;
  if (alike !== undefined) {
    const same = `Takes the arguments of [${code(alike)}](#${alike.toLowerCase()}).`;
    return [`## ${code(name)}`, `${description} ${same}`, result];
  }
  return [`## ${code(name)}`, description, [...hub, ...rows].join("\n"), result, ...partSections(name, ["functions"])];
}

export const pageOf = (kind: string): string => `${fileNameOf(kind)}.md`;
