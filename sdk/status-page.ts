import { Hub } from "./hub.ts";
import { IncidentTemplate } from "./incident-template.ts";
import { Maintenance } from "./maintenance.ts";
import { MaintenanceTemplate } from "./maintenance-template.ts";
import { Service } from "./service.ts";
import * as page from "./status-page/class.ts";
import type { PageKeys } from "./status-page/form.ts";
import { Subscription } from "./subscription.ts";

export const StatusPage = page.statusPageClass({
  Hub,
  Service,
  IncidentTemplate,
  MaintenanceTemplate,
  Subscription,
  Maintenance,
});

export type StatusPage<Keys extends PageKeys = PageKeys> = page.StatusPage<Keys>;
