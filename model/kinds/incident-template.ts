import { z } from "zod";
import * as field from "../api/field.ts";
import { defineKind } from "./kind.ts";
import type { Property } from "./property.ts";
import { recordOperations } from "./record-operations.ts";
import * as template from "./template.ts";
import { incidentTypes } from "./unmanaged/incident.ts";
import { flag, nullable, oneOf } from "./value-type.ts";
import { wireShapes } from "./wire-shapes.ts";

const properties = {
  ...template.properties,
  // Documented: the list carries basic info. Inferred (list-fields): which fields it omits.
  body: { ...template.properties.body, inList: false },
  serviceStatuses: { ...template.properties.serviceStatuses, inList: false },
  incidentType: {
    key: "incident_type",
    type: nullable(
      oneOf(
        field.requestEnum(incidentTypes).meta({
          title: "IncidentType",
          description: "The stage of the incident.",
        }),
      ),
    ),
    cleared: null,
    doc: "Stage that the update sets.",
  },
  silentUpdate: {
    key: "silent_update",
    type: nullable(flag),
    cleared: null,
    // Documented: a request field; responses carry `flags.silent` instead.
    requestOnly: true,
    read: template.silentFlag,
    shownAlike: [null, false],
    doc:
      "If true, updates made from the template don't notify subscribers. `null` leaves the setting unchanged. " +
      "A manual switch between null and false goes unnoticed, because StatusHub returns both alike.",
  },
} as const satisfies Record<string, Property>;

export const incidentTemplateShapes = wireShapes("IncidentTemplate", {
  id: field.recordId,
  properties,
  outputs: template.outputs,
  flags: { deleted: z.boolean(), silent: z.boolean() },
});

export const incidentTemplateOperations = recordOperations(incidentTemplateShapes, {
  path: "/hubs/{subdomain}/incident_templates/{incident_template_id}",
  query: field.versionQuery,
  listQuery: template.listQuery,
  inferredQuery: ["created_by_me", "deleted", "q", "q_label", "sort_prop", "sort_dir"],
});

export const incidentTemplate = defineKind({
  kind: "IncidentTemplate",
  plural: "incidentTemplates",
  doc:
    "Prefilled text and statuses for incidents and their updates, so that your team can post faster. A template only sets " +
    `the fields that it contains.\n\n${template.deletedDoc}`,
  operations: { recordId: field.recordId, ...incidentTemplateOperations },
  properties,
  ...template.definition,
  list: {
    doc: "Lists the incident templates of a hub. All filters have to match.",
    filters: template.filters,
  },
});
