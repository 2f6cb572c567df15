import { readFileSync } from "node:fs";

/*
 * Translates a page of Atlassian Statuspage into a page for `StatusPage`. Reads components.json and incident_templates.json
 * from this folder, and prints the page:
 *
 *     node convert.ts > page.json
 */

/** IDs of the groups in StatusHub, by their names in Statuspage. "" is for components without a group. */
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

const outside = { id: null, name: "" };
const groups = [...components.filter(({ group }) => group), outside].flatMap((parent) => {
  const members = components.filter(({ group, group_id }) => !group && group_id === parent.id);
  if (members.length === 0) return [];
  const id = groupIds[parent.name];
  if (id === undefined) throw new Error(`Add the ID of the group ${JSON.stringify(parent.name)} to groupIds.`);
  const services = members.map((member) => {
    const { id: customId, name, description } = member;
    return [addKey(member), { name, customId, ...(description && { description }) }];
  });
  return [[parent.name || "other", { id, services: Object.fromEntries(services) }]];
});

/** Templates with another status are for maintenances. */
const incidentTypes = ["investigating", "identified", "monitoring", "resolved"];

const incidentTemplates = templates
  .filter(({ update_status }) => incidentTypes.includes(update_status))
  .map((template) => {
    const { title, body, update_status: incidentType, components: affected } = template;
    const status = incidentType === "resolved" ? "up" : "down";
    const services = affected.flatMap(({ id }) => keys.get(id) ?? []);
    const serviceStatuses = Object.fromEntries(services.map((key) => [key, status]));
    return [addKey(template), { title, body, incidentType, serviceStatuses }];
  });

const page = {
  hub: { subdomain: "acme" },
  groups: Object.fromEntries(groups),
  incidentTemplates: Object.fromEntries(incidentTemplates),
};
console.log(JSON.stringify(page, null, 2));
