import type { Area } from "../api-key.ts";
import type { RowIndices } from "../state/key.ts";
import type { TableName } from "../state/row.ts";
import * as hubs from "./hub.ts";
import * as incidents from "./incident.ts";
import * as incident_templates from "./incident-template.ts";
import * as incident_updates from "./incident-update.ts";
import * as maintenances from "./maintenance.ts";
import * as maintenance_templates from "./maintenance-template.ts";
import type { Rules } from "./rules.ts";
import * as services from "./service.ts";
import * as subscribers from "./subscriber.ts";
import * as subscriptions from "./subscription.ts";

/**
 * Every kind of record by its name in paths, which is also its table. A preset's records are created in this order, so a
 * kind comes after those that its records name.
 */
export const resources = {
  hubs,
  services,
  incident_templates,
  maintenance_templates,
  subscribers,
  subscriptions,
  incidents,
  incident_updates,
  maintenances,
};

interface Resource {
  readonly rules: Rules<string, TableName>;
  /** @default everything else */
  readonly area?: Area;
  readonly indices?: RowIndices<never>;
}

const byName: Readonly<Record<string, Resource>> = resources;

/** Returns the kind of record with this name; undefined if the emulator doesn't offer it. */
export const resourceOf = (name: string | undefined): Resource | undefined => byName[name ?? ""];
