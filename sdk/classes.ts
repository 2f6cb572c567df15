// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import { Hub } from "./hub.ts";
import { IncidentTemplate } from "./incident-template.ts";
import { Maintenance } from "./maintenance.ts";
import { MaintenanceTemplate } from "./maintenance-template.ts";
import { Service } from "./service.ts";
import { Subscription } from "./subscription.ts";

/** The class of each kind. */
export const classes = { Hub, Service, IncidentTemplate, MaintenanceTemplate, Subscription, Maintenance };
