import { type ScalarTag, stringify, type Tags, type ToStringOptions } from "yaml";
import { isObject } from "../../model/api/object.ts";
import { isHub, withReferences } from "../records.ts";
import { asJson, neutralized } from "../terminal/output.ts";
import type { Resource } from "./resource.ts";
import { Code, lineWidth } from "./source.ts";

/**
 * Renders the file that describes a page for `StatusPage`. The names of the resources are the keys of the records.
 *
 * @param resources the records of the hub, which may lack the hub itself
 */
export function renderPageFile(subdomain: string, resources: readonly Resource[]): string {
  const { describe, describeAll } = describer(resources);
  const hub = resources.find(({ kind }) => isHub(kind));
  const records = resources.filter(({ kind }) => !isHub(kind));
  const isGrouped = ({ definition }: Resource) => definition.groupedBy !== undefined;
  const grouped = records.filter(isGrouped);
  const others = records.filter((record) => !isGrouped(record));
  const sections = {
    hub: hub === undefined ? { subdomain } : describe(hub),
    ...(grouped.length > 0 && { groups: groupsOf(grouped, describeAll) }),
    ...Object.fromEntries([...Map.groupBy(others, pluralOf)].map(([section, some]) => [section, describeAll(some)])),
  };
  return Object.entries(sections)
    .map(([section, entries]) => printSection(section, entries))
    .join("\n");
}

const pluralOf = ({ definition }: Resource) => definition.plural;

/** The API returns the IDs of groups, but not their names. */
function groupsOf(records: readonly Resource[], describeAll: (some: readonly Resource[]) => object): object {
  const groups = Map.groupBy(records, ({ definition, values }) => Number(values[definition.groupedBy ?? ""]));
  const inOrder = [...groups].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    inOrder.map(([id, some]) => [
      `group-${id}`,
      {
        id,
        ...Object.fromEntries([...Map.groupBy(some, pluralOf)].map(([section, own]) => [section, describeAll(own)])),
      },
    ]),
  );
}

/** Describes records, with the keys of the services among them instead of their IDs. */
function describer(resources: readonly Resource[]) {
  const names = new Map(resources.map(({ hub, kind, id, name }) => [`${hub.subdomain} ${kind} ${id}`, name]));
  const describe = ({ definition, values, secrets, servicesOf }: Resource): object => {
    const properties = Object.entries(definition.properties).filter(([name]) => name !== definition.groupedBy);
    const entries = properties.map(([property, { type }]): [string, unknown] => {
      const secret = secrets.find((candidate) => candidate.property === property);
      if (secret !== undefined) return [property, { config: secret.key }];
      const value = withReferences(
        definition,
        [property, values[property]],
        ({ kind, id }) => names.get(`${servicesOf} ${kind} ${id}`) ?? id,
      );
      return [property, type.references === undefined ? value : statusByService(value)];
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };
  const describeAll = (some: readonly Resource[]) =>
    Object.fromEntries(some.map((record) => [record.name, describe(record)]));
  return { describe, describeAll };
}

/** Turns `[{ service: api, status: down }]` into `{ api: down }`. Other references stay as they are. */
function statusByService(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return value;
  return new Map(value.map(({ service, status }) => [service, status]));
}

/** Entries from this depth on stand on one line if they fit. */
const depths: Readonly<Record<string, number>> = { hub: 0, groups: 3 };

function printSection(section: string, entries: object): string {
  const depth = depths[section] ?? 1;
  return asYaml({ [section]: layOut(entries, { depth, indent: 0, column: section.length + 2 }) });
}

/** A collection that is printed on one line already. */
const lineTag: ScalarTag = {
  tag: "tag:yaml.org,2002:line",
  default: true,
  identify: (value) => value instanceof Code,
  resolve: (text) => text,
  stringify: ({ value }) => (value as Code).text,
};

/** In plain text, an escape would be text. */
const escapedTag: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value) => typeof value === "string" && neutralized(value) !== value,
  resolve: (text) => text,
  stringify: ({ value }) => asJson(value),
};

const customTags = (tags: Tags): Tags => [escapedTag, lineTag, ...tags];

export const asYaml = (value: unknown, options?: ToStringOptions): string =>
  stringify(value, { lineWidth: 0, customTags, ...options });

interface Position {
  /** How many levels below always take several lines. */
  readonly depth: number;
  readonly indent: number;
  /** The columns before the value, if it is on one line. */
  readonly column: number;
}

/** Puts each collection that fits on one line. */
function layOut(value: unknown, { depth, indent, column }: Position): unknown {
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const text = depth > 0 ? undefined : flat(value);
  if (text !== undefined && column + text.length <= lineWidth && !text.includes("\n")) return new Code(text);
  const inner = indent + 2;
  const position = (start: string) => ({ depth: depth - 1, indent: inner, column: inner + start.length });
  if (Array.isArray(value)) return value.map((item) => layOut(item, position("- ")));
  return new Map(entries.map(([key, item]) => [key, layOut(item, position(`${flat(key)}: `))]));
}

function entriesOf(value: unknown): [unknown, unknown][] | undefined {
  if (Array.isArray(value)) return [...value.entries()];
  if (value instanceof Map) return [...value];
  return isObject(value) ? Object.entries(value) : undefined;
}

/** Prints a value on one line, like editors format it: `[api]`, but `{ api: down }`. */
function flat(value: unknown): string {
  const entries = entriesOf(value);
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`;
  if (entries?.length === 0) return "{}";
  if (entries !== undefined) return `{ ${entries.map(([key, item]) => `${flat(key)}: ${flat(item)}`).join(", ")} }`;
  return asYaml([value], { collectionStyle: "flow", flowCollectionPadding: false }).slice(1, -2);
}
