import { z } from "zod";
import { incidentTemplateShapes } from "../../model/kinds/incident-template.ts";
import { ofHub, type RowOf, serviceStatuses, withoutFlags } from "../state/field.ts";
import type { Rules } from "./rules.ts";
import { check, defaults, listed } from "./template.ts";

export const row = incidentTemplateShapes.record
  .omit(withoutFlags)
  .extend({ ...ofHub, service_statuses: serviceStatuses, silent_update: z.boolean().nullable() })
  .strict();

export type IncidentTemplateRow = RowOf<typeof row>;

export const area = "events";

export const preset = { body: incidentTemplateShapes.create, description: "Bodies of POST incident_templates." };

export const rules: Rules<"IncidentTemplate", "incident_templates"> = {
  check,
  defaults,
  list: listed,
  // Inferred: `silent_update` only shows as `flags.silent`, so null and false look alike.
  shown: ({ silent_update }) => ({ flags: { silent: silent_update === true } }),
};
