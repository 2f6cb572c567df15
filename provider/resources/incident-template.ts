import * as field from "../../api/field.ts";
import { incidentTypes } from "../../api/incident.ts";
import { operations } from "../../api/operations.ts";
import { answered, defineResource } from "./define.ts";
import { silentFlag, templateProperties, titleOrBody } from "./template.ts";
import { nullable, plain } from "./value.ts";

/** Predefined values for an incident's update. */
export const incidentTemplate = defineResource({
  kind: "IncidentTemplate",
  operations: {
    recordId: field.recordId,
    list: operations.listIncidentTemplates,
    get: operations.getIncidentTemplate,
    create: operations.createIncidentTemplate,
    update: operations.updateIncidentTemplate,
    delete: operations.deleteIncidentTemplate,
  },
  label: ["title"],
  properties: {
    ...templateProperties,
    incidentType: { wire: "incident_type", type: nullable(plain(field.requestedEnum(incidentTypes))), cleared: null },
    // Documented: a request field; answers carry `flags.silent` alone.
    silentUpdate: { wire: "silent_update", type: nullable(plain(field.flag)), cleared: null, read: silentFlag },
  },
  outputs: { author: answered("author"), createdAt: answered("created_at") },
  rules: titleOrBody,
});
