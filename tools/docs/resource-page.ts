import type { Operation } from "../../api/operation.ts";
import { lookups } from "../../provider/functions/index.ts";
import { type Definition, isAdopted, type Property as Rule } from "../../provider/resources/define.ts";
import { exampleOf, languages } from "./examples.ts";
import { block, code, join, table, wrapped } from "./markdown.ts";
import type { Property, Sdk, SdkClass } from "./sdk.ts";
import { TypeTexts } from "./type-text.ts";

/** All about one resource: what sdk/ says of it, what its definition decides, and how the API is used. */
export function resourcePage(definition: Definition, sdk: Sdk): string {
  const { kind } = definition;
  const documented = sdk.classes.find(({ name }) => name === kind);
  if (documented === undefined) throw new Error(`sdk/ has no class ${kind}.`);
  const types = new TypeTexts(sdk);
  return join(
    `# ${kind}`,
    documented.comment.text.split("\n\n").map((paragraph) => wrapped(paragraph)),
    examples(definition),
    properties(definition, documented, types),
    outputs(definition, documented, types),
    nestedTypes(types),
    importing(definition),
    lookUps(definition, documented),
    requests(definition),
  );
}

/** A page shows what its resource needs beside it. */
function examples({ kind }: Definition): string[] {
  const needed = kind === "Hub" ? [] : kind === "Service" ? ["Hub"] : ["Hub", "Service"];
  const programs = languages.flatMap((language) => {
    const program = exampleOf(language, kind, ["start", "kinds", ...needed]);
    return program === undefined ? [] : [`### ${language.title}`, block(language.fence, program)];
  });
  return ["## Example", ...programs];
}

function properties({ properties: rules }: Definition, { inputs }: SdkClass, types: TypeTexts): string[] {
  const rows = inputs.map((input) => {
    const rule = rules[input.name];
    const link = `[${code(input.name)}](#${input.name.toLowerCase()})${input.isRequired ? ", required" : ""}`;
    const type = code(types.of(input, "")) + (rule?.secret ? ", secret" : "");
    return [link, type, changeOf(input, rule), removalOf(input, rule), input.comment.defaultValue ?? ""];
  });
  return [
    "## Properties",
    wrapped(
      "What a program declares is managed; what it leaves out stays as it is on the page. The names are those of " +
        "TypeScript and YAML: `customId` is `custom_id` in Python and `CustomId` in Go.",
    ),
    table(["property", "type", "a change", "removed from the program", "default"], rows),
    ...inputs.map(({ name, comment }) => join(`### ${code(name)}`, comment.text)),
  ];
}

function changeOf({ name }: Property, rule: Rule | undefined): string {
  if (name === "hub") return "replaces the record, unless the hub was renamed";
  if (name === "adopt") return "does nothing";
  return rule?.replaces ? "replaces the record" : "updates it in place";
}

function removalOf({ isRequired }: Property, rule: Rule | undefined): string {
  if (isRequired || rule === undefined) return "";
  return rule.cleared === undefined ? "is not managed any more" : `sets it to ${code(JSON.stringify(rule.cleared))}`;
}

function outputs({ outputs: answered }: Definition, documented: SdkClass, types: TypeTexts): string[] {
  const rows = documented.outputs.map((output) => [
    code(output.name),
    code(types.of(output, "")) + (answered[output.name]?.secret ? ", secret" : ""),
    output.comment.text,
  ]);
  return [
    "## Outputs",
    "Every property, declared or not, with the value that it has on the page; `id`, which is the id in the API; and",
    table(["output", "type", ""], rows),
  ];
}

function nestedTypes(types: TypeTexts): string[] {
  const sections: string[] = [];
  // A type is named while the one that holds it is rendered: the list grows as it is walked.
  for (const { name, properties } of types.nested.values()) {
    const rows = properties.map((property) => [
      code(property.name) + (property.isRequired ? ", required" : ""),
      code(types.of(property, name)),
      property.comment.text,
    ]);
    sections.push(`### ${name}`, table(["property", "type", ""], rows));
  }
  return sections.length === 0 ? [] : ["## Types", ...sections];
}

function importing(definition: Definition): string[] {
  const command = `pulumi import statushub:index:${definition.kind}`;
  const [example, text] = isAdopted(definition)
    ? [
        "acme acme",
        "The id is the subdomain of the hub, or its id in the API. Without an import, a `Hub` takes over the hub that it names.",
      ]
    : [
        "example acme/1234",
        "The id is the subdomain of the hub and the id in the API. On the dynamic way, use [`pulumi-statushub adopt`](../cli.md), " +
          "or the property `adopt`, which takes one record over in an `up`.",
      ];
  return ["## Import", `With the [native plugin](../native.md#import):\n\n    ${command} ${example}`, wrapped(text)];
}

function lookUps({ kind }: Definition, { lookUps: methods }: SdkClass): string[] {
  const functions = Object.entries(lookups).filter(([, lookup]) => lookup.kind === kind);
  return [
    "## Look up",
    "Without managing it:",
    [
      ...methods.map(({ name, comment: { text } }) => `- ${code(`statushub.${kind}.${name}`)}: ${text}`),
      ...functions.map(([name, { doc }]) => `- [${code(name)}](functions.md#${name.toLowerCase()}): ${doc}`),
    ]
      .map((item) => wrapped(item, "  "))
      .join("\n"),
    ...methods.flatMap(({ comment }) => comment.examples.map((example) => block("ts", example))),
  ];
}

/** What is sent and when, from the operations and from what the definition adds to them. */
function requests(definition: Definition): string[] {
  const { update, restore } = definition.operations;
  const rows = [
    ["create", creation(definition)],
    ["read", reading(definition)],
    ["update", `${sent(update)}, with what changed and nothing else`],
    ["delete", deletion(definition)],
    ["restore", restore ? sent(restore) : ""],
  ].filter(([, text]) => text !== "");
  return ["## Requests", table(["", "request"], rows)];
}

const sent = ({ method, path, evidence }: Operation) => `${code(`${method} ${path}`)}, ${evidence}`;

function creation({ operations: { create }, properties: rules }: Definition): string {
  if (create === undefined) return "the record is read, and what differs is sent as an update";
  const later = Object.keys(rules).filter((name) => rules[name]?.putOnly);
  return sent(create) + (later.length === 0 ? "" : `, then the update with ${later.map(code).join(" and ")}`);
}

function reading(definition: Definition): string {
  const { get, list } = definition.operations;
  return isAdopted(definition)
    ? `${sent(get)}; ${sent(list)}, where the hub has another subdomain by now`
    : `${sent(list)}, once for all records; ${sent(get)}, where the list does not show enough`;
}

function deletion({ operations, beforeDelete }: Definition): string {
  if (operations.delete === undefined) return "nothing: the record stays as it is";
  return `${beforeDelete ? "an update that ends a series, then " : ""}${sent(operations.delete)}`;
}
