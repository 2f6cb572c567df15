import { z } from "zod";
import { incidentTemplateShapes } from "../../model/kinds/incident-template.ts";
import { maintenanceTemplateShapes } from "../../model/kinds/maintenance-template.ts";
import { ofHub, type RowOf, serviceStatuses, withoutFlags } from "../state/field.ts";

const incidentTemplateRow = incidentTemplateShapes.record
  .omit(withoutFlags)
  .extend({ ...ofHub, service_statuses: serviceStatuses, silent_update: z.boolean().nullable() })
  .strict();

const maintenanceTemplateRow = maintenanceTemplateShapes.record
  .omit(withoutFlags)
  .extend({ ...ofHub, service_statuses: serviceStatuses })
  .strict();

export type TemplateRow = RowOf<typeof incidentTemplateRow> | RowOf<typeof maintenanceTemplateRow>;

export const incidentTemplates = { row: incidentTemplateRow };

export const maintenanceTemplates = { row: maintenanceTemplateRow };
