import { type Definition, nounOf } from "../../model/kinds/kind.ts";
import {
  capitalized,
  fileNameOf,
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
    return `import type { ${names.join(", ")} } from "../${fileNameOf(kind)}.ts";`;
  });
  return `${notice}import type * as pulumi from "@pulumi/pulumi";
${imports.join("\n")}
import type { ServiceStatusName } from "../types.ts";

/**
 * The status of each affected service, by its key on the page: \`{ api: "down" }\`. A key of digits is the ID of a service that
 * the page does not declare.
 */
export type StatusByService = Readonly<Record<string, ServiceStatusName>>;

${records.map(recordType).join("\n\n")}

/** A record whose key on the page may change. */
export interface MovableRecord {
  /**
   * The key that this record had before. The next \`up\` moves the record to its new key, without a request. You can remove
   * \`was\` once every stack has been updated.
   */
  was?: string;
}

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

/** Options of a page. */
export interface StatusPageOptions extends pulumi.ComponentResourceOptions {
  /**
   * Whether to protect all records of the page.
   *
   * @default the services are protected: a deleted service can't be restored, and its history and token are lost. The
   * next \`up\` creates every other record again from the page.
   */
  protect?: boolean;
  /**
   * Options of one record, such as \`aliases\` or \`ignoreChanges\`. They override those of the page.
   *
   * @param key the record's key on the page; for the hub, \`hub\`
   */
  recordOptions?: (kind: PageRecordKind, key: string) => pulumi.CustomResourceOptions;
}
`;
}

const generic = ({ plural }: Definition) => capitalized(plural);

/** Returns the arguments of a class, without those that follow from the place on the page. */
function recordType(definition: Definition): string {
  const { kind, properties, groupedBy, oneRequired } = definition;
  const statuses = Object.keys(properties).filter((name) => name === "serviceStatuses");
  const given = ["hub", ...(groupedBy ? [groupedBy] : []), ...statuses].map((name) => JSON.stringify(name)).join(" | ");
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
