import { maintenanceTemplateShapes } from "../../model/kinds/maintenance-template.ts";
import { ofHub, type RowOf, serviceStatuses, withoutFlags } from "../state/field.ts";
import type { Rules } from "./rules.ts";
import { check, defaults, listed } from "./template.ts";

export const row = maintenanceTemplateShapes.record
  .omit(withoutFlags)
  .extend({ ...ofHub, service_statuses: serviceStatuses })
  .strict();

export type MaintenanceTemplateRow = RowOf<typeof row>;

export const area = "events";

export const preset = { body: maintenanceTemplateShapes.create, description: "Bodies of POST maintenance_templates." };

export const rules: Rules<"MaintenanceTemplate", "maintenance_templates"> = {
  check,
  defaults,
  list: listed,
  // Inferred: the record also has `flags.silent`, like an incident template, on which it is modeled.
  shown: ({ silent }) => ({ flags: { silent: silent === true } }),
};
