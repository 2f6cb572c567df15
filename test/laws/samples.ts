import { definitions } from "../../kinds/index.ts";
import type { Subject } from "./program.ts";
import { hub } from "./samples/hub.ts";
import { incidentTemplate } from "./samples/incident-template.ts";
import { maintenance } from "./samples/maintenance.ts";
import { maintenanceTemplate } from "./samples/maintenance-template.ts";
import type { KindSamples } from "./samples/sample.ts";
import { service } from "./samples/service.ts";
import { subscription } from "./samples/subscription.ts";

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
