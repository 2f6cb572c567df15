import { hub } from "./hub.ts";
import { incidentTemplate } from "./incident-template.ts";
import type { Definition, Lookup } from "./kind.ts";
import { maintenance } from "./maintenance.ts";
import { maintenanceTemplate } from "./maintenance-template.ts";
import { service } from "./service.ts";
import { subscription } from "./subscription.ts";

/** Every resource of the package, in the order in which they depend on each other. */
export const kinds = [hub, service, incidentTemplate, maintenanceTemplate, subscription, maintenance] as const;

/** The same by kind. */
export const definitions: Readonly<Record<string, Definition>> = Object.fromEntries(
  kinds.map((definition) => [definition.kind, definition]),
);

/** Every function of the package by name: `getService` finds one record, `getServices` returns all that match. */
export const lookups: Readonly<Record<string, Lookup>> = Object.fromEntries(
  Object.values(definitions).flatMap(({ kind, plural, find, list }) => {
    const functions: [string, Lookup][] = [];
    if (find) functions.push([`get${kind}`, { kind, ...find }]);
    if (list) functions.push([`get${kind}s`, { kind, all: plural, ...list }]);
    return functions;
  }),
);
