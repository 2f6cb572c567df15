import * as field from "../../api/field.ts";
import { duration } from "../../api/maintenance-template.ts";
import { operations } from "../../api/operations.ts";
import { answered, defineResource } from "./define.ts";
import { silentFlag, templateProperties, titleOrBody } from "./template.ts";
import { nullable, plain } from "./value.ts";

/** Predefined values for a maintenance. */
export const maintenanceTemplate = defineResource({
  kind: "MaintenanceTemplate",
  operations: {
    recordId: field.recordId,
    list: operations.listMaintenanceTemplates,
    get: operations.getMaintenanceTemplate,
    create: operations.createMaintenanceTemplate,
    update: operations.updateMaintenanceTemplate,
    delete: operations.deleteMaintenanceTemplate,
  },
  label: ["title"],
  properties: {
    ...templateProperties,
    duration: { wire: "duration", type: nullable(plain(duration)), cleared: null },
    silent: {
      wire: "silent",
      type: nullable(plain(field.flag)),
      cleared: null,
      // Documented: the field itself. Inferred: a response may carry `flags.silent` in its place, as of incident templates.
      read: (record, declared) => (record.silent === undefined ? silentFlag(record, declared) : record.silent),
    },
  },
  outputs: { author: answered("author"), createdAt: answered("created_at") },
  rules: titleOrBody,
});
