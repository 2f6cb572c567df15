import type { Definition } from "./define.ts";
import { hub } from "./hub.ts";
import { incidentTemplate } from "./incident-template.ts";
import { maintenance } from "./maintenance.ts";
import { maintenanceTemplate } from "./maintenance-template.ts";
import { service } from "./service.ts";
import { subscription } from "./subscription.ts";

/** Every resource of the package, by kind. */
export const definitions: Readonly<Record<string, Definition>> = {
  Hub: hub,
  Service: service,
  IncidentTemplate: incidentTemplate,
  MaintenanceTemplate: maintenanceTemplate,
  Subscription: subscription,
  Maintenance: maintenance,
};
