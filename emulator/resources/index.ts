import type { Area } from "../api-key.ts";
import type { Rules } from "../call.ts";
import type { TableName } from "../tables/index.ts";
import * as hubs from "./hub.ts";
import { incidents, incidentUpdates } from "./incident.ts";
import * as maintenances from "./maintenance.ts";
import * as services from "./service.ts";
import { subscribers, subscriptions } from "./subscription.ts";
import { incidentTemplates, maintenanceTemplates } from "./template.ts";

/**
 * Every kind of record by its name in paths, which is also its table. A preset's records are created in this order, so a
 * kind comes after those that its records name.
 */
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
