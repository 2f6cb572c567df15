import type { Filter, Lookup } from "./define.ts";

const label: Filter = {
  description: "A label that the template has.",
  type: "string",
  matches: ({ labels }, wanted) => Array.isArray(labels) && labels.includes(wanted),
};

/** Every function, by its name. */
export const lookups: Readonly<Record<string, Lookup>> = {
  getHub: {
    kind: "Hub",
    description: "Finds a hub by its subdomain or its id.",
    filters: {
      subdomain: { description: "Subdomain of the hub.", type: "string" },
      id: { description: "Id of the hub in the API.", type: "string" },
    },
  },
  getService: {
    kind: "Service",
    description: "Finds the one service of a hub with an id, a custom id or a name. Fails where none or several match.",
    filters: {
      id: { description: "Id of the service in the API.", type: "string" },
      customId: { description: "Identifier of your own.", type: "string" },
      name: { description: "The exact name of the service.", type: "string" },
    },
  },
  getServices: {
    kind: "Service",
    description: "Finds the services of a hub, all of them or those that match every argument.",
    filters: {
      groupId: { description: "Id of the group that the service belongs to.", type: "integer" },
      archived: { description: "Whether the service was archived in the control panel.", type: "boolean" },
    },
    all: "services",
  },
  getIncidentTemplates: {
    kind: "IncidentTemplate",
    description: "Finds the incident templates of a hub, all of them or those that match every argument.",
    filters: { label, title: { description: "The exact title of the template.", type: "string" } },
    all: "incidentTemplates",
  },
  getMaintenanceTemplates: {
    kind: "MaintenanceTemplate",
    description: "Finds the maintenance templates of a hub, all of them or those that match every argument.",
    filters: { label, title: { description: "The exact title of the template.", type: "string" } },
    all: "maintenanceTemplates",
  },
};
