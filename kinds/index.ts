import { hub } from "./hub.ts";
import { incidentTemplate } from "./incident-template.ts";
import type { Definition, LookUp } from "./kind.ts";
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

/** A look-up as a function of the package. */
export interface Lookup extends LookUp {
  /** The kind of the records. */
  readonly kind: string;
  /** Where all matching records are returned: under which name. @default exactly one record must match, and is returned */
  readonly all?: string;
}

/** Every function of the package, by its name: `getService`, `getServices`. */
export const lookups: Readonly<Record<string, Lookup>> = Object.fromEntries(
  Object.values(definitions).flatMap(({ kind, plural, find, list }): [string, Lookup][] => [
    ...(find ? [[`get${kind}`, { kind, ...find }] satisfies [string, Lookup]] : []),
    ...(list ? [[`get${kind}s`, { kind, all: plural, ...list }] satisfies [string, Lookup]] : []),
  ]),
);
