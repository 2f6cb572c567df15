import { definitions } from "../../kinds/index.ts";
import { hub } from "./hub.ts";
import { incidentTemplate } from "./incident-template.ts";
import { maintenance } from "./maintenance.ts";
import { maintenanceTemplate } from "./maintenance-template.ts";
import type { Subject } from "./program.ts";
import type { KindSamples } from "./sample.ts";
import { service } from "./service.ts";
import { subscription } from "./subscription.ts";

/** The samples of each kind. */
export const samples: Readonly<Record<string, KindSamples>> = {
  Hub: hub,
  Service: service,
  IncidentTemplate: incidentTemplate,
  MaintenanceTemplate: maintenanceTemplate,
  Subscription: subscription,
  Maintenance: maintenance,
};

export function subjectOf(kind: string): Subject {
  const definition = definitions[kind];
  const kindSamples = samples[kind];
  if (definition === undefined || kindSamples === undefined) throw new Error(`There are no samples of ${kind}.`);
  return { definition, samples: kindSamples };
}
