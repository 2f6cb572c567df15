import type { Area } from "../api-key.ts";
import type { TableName } from "../tables/index.ts";
import * as hubs from "./hub.ts";
import * as incidents from "./incident.ts";
import * as incidentUpdates from "./incident-update.ts";
import * as maintenances from "./maintenance.ts";
import type { Rules } from "./rules.ts";
import * as services from "./service.ts";
import { subscribers, subscriptions } from "./subscription.ts";
import { incidentTemplates, maintenanceTemplates } from "./template.ts";

/** Every kind of record by its name in paths, which is also its table. */
export const resources = {
  hubs,
  services,
  incident_templates: incidentTemplates,
  maintenance_templates: maintenanceTemplates,
  subscribers,
  subscriptions,
  incidents,
  incident_updates: incidentUpdates,
  maintenances,
};

interface Resource {
  readonly rules: Rules<string, TableName>;
  /** @default everything else */
  readonly area?: Area;
}

const byName: Readonly<Record<string, Resource>> = resources;

/** Returns the kind of record with this name; undefined if the emulator doesn't offer it. */
export const resourceOf = (name: string | undefined): Resource | undefined => byName[name ?? ""];
