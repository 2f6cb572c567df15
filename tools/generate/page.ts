import { type Definition, kebab, nounOf } from "../../model/kinds/kind.ts";
import {
  capitalized,
  givenOnPage,
  groupedKind,
  groupIdDoc,
  isOnHub,
  nounsOf,
  sectionsOf,
  withArticle,
} from "./documentation.ts";
import { notice } from "./files.ts";
import { commentText } from "./typescript.ts";

/*
 * Writes `sdk/status-page/form.ts`: the types of a page, whose sections follow from the kinds.
 */

export function pageFormFile(definitions: readonly Definition[]): string {
  const records = definitions.filter(isOnHub);
  const grouped = groupedKind(definitions);
  const imports = definitions.map((definition) => {
    const { kind, oneRequired } = definition;
    const names = [kind, `${kind}Args`, ...(oneRequired ? [`${kind}Requirement`] : [])];
    return `import type { ${names.join(", ")} } from "../${kebab(kind)}.ts";`;
  });
  return `${notice}import type * as pulumi from "@pulumi/pulumi";
${imports.join("\n")}
import type { MovableRecord, StatusByService, StatusPageOptions } from "./options.ts";

${records.map(recordType).join("\n\n")}

/** A group of ${nounsOf(grouped)}. */
export interface PageGroup<${generic(grouped)} extends string = string> {
${commentText(groupIdDoc(grouped), "  ")}  id: pulumi.Input<number>;
  /** The ${nounsOf(grouped)}, by keys that are unique on the page and not just digits. */
  ${grouped.plural}?: ByKey<${generic(grouped)}, Page${grouped.kind}>;
}

type ByKey<Keys extends string, Entry> = { readonly [Key in Keys]?: Entry };

/** The keys of a page, which a program uses to find its records. */
export interface PageKeys<
${records.map((record) => `  ${generic(record)} extends string = string,`).join("\n")}
> {
${records.map((record) => `  ${record.plural}: ${generic(record)};`).join("\n")}
}

/** A page as data. Its keys become logical names, so changing a key replaces the record unless \`was\` names the former key. */
export interface StatusPageArgs<Keys extends PageKeys = PageKeys> {
  /** The hub, or a \`Hub\` that the program already has. */
  hub: HubArgs | Hub;
  /**
   * The groups of services. Their keys don't affect resources: a service that moves to another group stays the same
   * resource.
   */
  groups?: Readonly<Record<string, PageGroup<Keys["${grouped.plural}"]>>>;
${sectionsOf(definitions)
  .map(({ kind, plural }) => `  ${plural}?: ByKey<Keys["${plural}"], Page${kind}>;`)
  .join("\n")}
}

/** The records of a page, by kind. */
export interface PageRecords {
${definitions.map(({ kind }) => `  ${kind}: ${kind};`).join("\n")}
}

/** A kind of record on a page. */
export type PageRecordKind = keyof PageRecords;

/**
 * The records of a page, by key. They are children of the page. The hub has the page's own name, and every other record is
 * named \`<page>-<key>\`; neither the order nor the group of a record is part of its identity.
 */
export interface StatusPage<Keys extends PageKeys = PageKeys> extends pulumi.ComponentResource {
  readonly hub: Hub;
${records.map(({ kind, plural }) => `  readonly ${plural}: { readonly [Key in Keys["${plural}"]]: ${kind} };`).join("\n")}
}

export interface StatusPageClass {
  new <${records.map((record) => `${generic(record)} extends string`).join(", ")}>(
    name: string,
    args: StatusPageArgs<PageKeys<${records.map(generic).join(", ")}>>,
    opts?: StatusPageOptions,
  ): StatusPage<PageKeys<${records.map(generic).join(", ")}>>;
  /**
   * Creates a page from a YAML or JSON file.
   *
   * @param file a path relative to the program's folder, or the URL of a file
   * @throws one error that lists every mistake in the file with its path and line
   */
  fromFile(name: string, file: string | URL, opts?: StatusPageOptions): StatusPage;
}
`;
}

const generic = ({ plural }: Definition) => capitalized(plural);

/** Returns the arguments of a class, without those that follow from the place on the page. */
function recordType(definition: Definition): string {
  const { kind, properties, groupedBy, oneRequired } = definition;
  const statuses = Object.keys(properties).filter((name) => name === "serviceStatuses");
  const given = [...givenOnPage(definition), ...statuses].map((name) => JSON.stringify(name)).join(" | ");
  const replaced = statuses.map(
    (name) => `{ ${name}${properties[name]?.required ? "" : "?"}: ${kind}Args["${name}"] | StatusByService }`,
  );
  const parts = [
    `Omit<${kind}Args, ${given}>`,
    "MovableRecord",
    ...replaced,
    ...(oneRequired ? [`${kind}Requirement`] : []),
  ];
  const note = groupedBy === undefined ? "" : `; its group gives it the \`${groupedBy}\``;
  return `/** ${capitalized(withArticle(nounOf(definition)))} of a page${note}. */\nexport type Page${kind} = ${parts.join(" & ")};`;
}
