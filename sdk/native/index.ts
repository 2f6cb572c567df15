// Written by `npm run generate` from kinds/. Edit the kind instead.

import { statusPageClass } from "../status-page/class.ts";
import type { StatusPage as Page, PageKeys } from "../status-page/form.ts";
import { classes } from "./classes.ts";

/*
 * The same classes with the native provider: with `pulumi import`, detailed diffs, timeouts and previews of creates.
 */

export type * from "../index.ts";
export { utcFrom } from "../wall-time.ts";
export { IncidentType, MaintenanceState, ServiceStatusName, SubscriptionMethod } from "./enums.ts";
export { Hub } from "./hub.ts";
export { IncidentTemplate } from "./incident-template.ts";
export { Maintenance } from "./maintenance.ts";
export { MaintenanceTemplate } from "./maintenance-template.ts";
export { Provider } from "./provider.ts";
export { Service } from "./service.ts";
export { Subscription } from "./subscription.ts";

export const StatusPage = statusPageClass(classes);
export type StatusPage<Keys extends PageKeys = PageKeys> = Page<Keys>;
