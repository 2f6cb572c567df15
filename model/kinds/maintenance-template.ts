import { z } from "zod";
import * as field from "../api/field.ts";
import { defineKind } from "./kind.ts";
import type { Property } from "./property.ts";
import { recordOperations } from "./record-operations.ts";
import * as template from "./template.ts";
import { flag, nullable, wholeNumber } from "./value-type.ts";
import { wireShapes } from "./wire-shapes.ts";

const durationProblem = "must be a whole number of minutes from 1 to 5999 (99 h 59 min)";

/** Documented: minutes, 1..5999. */
export const duration = z.int({ error: durationProblem }).min(1, durationProblem).max(5999, durationProblem);

const properties = {
  ...template.properties,
  duration: {
    key: "duration",
    type: nullable(wholeNumber(duration)),
    cleared: null,
    doc: "Planned length in whole minutes, 1 to 5999 (99 h 59 min).",
  },
  silent: {
    key: "silent",
    type: nullable(flag),
    // Clears the template's setting: a maintenance that is made from it then keeps its own.
    cleared: null,
    // Documented: the field itself. Inferred (maintenance-template-silent): a response may carry `flags.silent` instead,
    // like incident templates.
    read: (live, wire) => (live.silent === undefined ? template.silentFlag(live, wire) : live.silent),
    doc: "If true, maintenances made from the template don't notify subscribers. `null` leaves the setting unchanged.",
  },
} as const satisfies Record<string, Property>;

export const maintenanceTemplateShapes = wireShapes("MaintenanceTemplate", {
  id: field.recordId,
  properties,
  outputs: template.outputs,
  flags: { deleted: z.boolean(), silent: z.boolean().optional() },
});

export const maintenanceTemplateOperations = recordOperations(maintenanceTemplateShapes, {
  path: "/hubs/{subdomain}/maintenance_templates/{maintenance_template_id}",
  query: field.versionQuery,
  listQuery: template.listQuery,
  // Inferred (maintenance-template-update, maintenance-template-delete): both exist.
  inferred: ["update", "delete"],
});

export const maintenanceTemplate = defineKind({
  kind: "MaintenanceTemplate",
  plural: "maintenanceTemplates",
  doc:
    "Prefilled text, duration and statuses for maintenances, so that your team can plan them faster. A template only sets " +
    `the fields that it contains.\n\n${template.deletedDoc}`,
  operations: { recordId: field.recordId, ...maintenanceTemplateOperations },
  properties,
  ...template.definition,
  list: {
    doc: "Lists the maintenance templates of a hub. All filters have to match.",
    filters: template.filters,
  },
});
