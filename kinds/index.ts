import { hub } from "./hub.ts";
import { incidentTemplate } from "./incident-template.ts";
import type { Definition, Lookup } from "./kind.ts";
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

/** Every function of the package, by its name: `getService`, `getServices`. */
export const lookups: Readonly<Record<string, Lookup>> = Object.fromEntries(
  Object.values(definitions).flatMap(({ kind, plural, find, list }): [string, Lookup][] => [
    ...(find ? [[`get${kind}`, { kind, ...find }] satisfies [string, Lookup]] : []),
    ...(list ? [[`get${kind}s`, { kind, all: plural, ...list }] satisfies [string, Lookup]] : []),
  ]),
);
