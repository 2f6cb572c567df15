import { readFileSync } from "node:fs";

/*
 * Translates a page of Atlassian Statuspage into the data that the program in examples/cloud-gov reads. Reads components.json and
 * incident_templates.json from this folder, and prints the data:
 *
 *     node convert.ts > page.json
 */

/** Subdomain of your hub in StatusHub. */
const subdomain = "acme";

/**
 * IDs of the groups in StatusHub, by their names in Statuspage, or by their IDs there if several have one name. "" is for
 * components without a group.
 */
const groupIds: Record<string, number> = { Website: 1, "": 2 };

interface Component {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Whether the component is a group. */
  readonly group: boolean;
  readonly group_id: string | null;
}

interface Template {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly update_status: string;
  readonly components: readonly { readonly id: string }[];
}

const { components } = read<{ components: Component[] }>("components.json");
const templates = read<Template[]>("incident_templates.json");

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as Content;
}

/** The key of each component, by its ID. */
const keys = new Map<string, string>();

/** Two components can share a name, and keys are unique: from the second on, they end with the ID. */
function addKey({ id, name }: { readonly id: string; readonly name: string }): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const short = words.join("-");
  const isTaken = short === "" || [...keys.values()].includes(short);
  const key = isTaken ? [...words, id].join("-") : short;
  keys.set(id, key);
  return key;
}

const parents = components.filter(({ group }) => group);
const outside = { id: null, name: "" };

/** Groups that share a name would share an ID and a key, and one of them would lose its services. */
function idOf({ id, name }: { readonly id: string | null; readonly name: string }): number {
  const isShared = parents.filter((parent) => parent.name === name).length > 1;
  const found = groupIds[isShared && id !== null ? id : name];
  if (found !== undefined) return found;
  const as = isShared ? `, as ${id}, because another group has that name` : "";
  throw new Error(`Add the ID of the group ${JSON.stringify(name)} to groupIds${as}.`);
}

const groupKeys = new Set<string>();

function addGroupKey(name: string, id: string | number): string {
  const key = groupKeys.has(name) ? `${name} ${id}` : name;
  groupKeys.add(key);
  return key;
}

const groups: { key: string; name: string; id: number }[] = [];
const services: object[] = [];
for (const parent of [...parents, outside]) {
  const members = components.filter(({ group, group_id }) => !group && group_id === parent.id);
  if (members.length === 0) continue;
  const id = idOf(parent);
  const key = addGroupKey(parent.name || "other", parent.id ?? id);
  groups.push({ key, name: parent.name, id });
  for (const member of members) {
    const { id: customId, name, description } = member;
    services.push({ key: addKey(member), name, group: key, customId, ...(description && { description }) });
  }
}

/** Templates with another status are for maintenances. */
const incidentTypes = ["investigating", "identified", "monitoring", "resolved"];

const incidentTemplates = templates
  .filter(({ update_status }) => incidentTypes.includes(update_status))
  .map((template) => {
    const { title, body, update_status: type, components: affected } = template;
    const names = affected.flatMap(({ id }) => keys.get(id) ?? []);
    return { key: addKey(template), title, type, body, services: names, labels: [] };
  });

const empty = { maintenanceTemplates: [], maintenances: [] };
console.log(JSON.stringify({ page: { subdomain }, groups, services, incidentTemplates, ...empty }, null, 2));
