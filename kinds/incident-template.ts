import { z } from "zod";
import * as field from "../api/field.ts";
import { incidentTypes } from "./incident.ts";
import { defineKind, type Property } from "./kind.ts";
import * as template from "./template.ts";
import { flag, nullable, oneOf } from "./value.ts";
import { recordOperations, wireShapes } from "./wire.ts";

const properties = {
  ...template.properties,
  // Documented: the list carries basic info. Inferred (list-fields): which fields it omits.
  body: { ...template.properties.body, inList: false },
  serviceStatuses: { ...template.properties.serviceStatuses, inList: false },
  incidentType: {
    wire: "incident_type",
    type: nullable(
      oneOf(
        field.requestEnum(incidentTypes).meta({
          title: "IncidentType",
          description: "How far the handling of an incident is.",
        }),
      ),
    ),
    cleared: null,
    doc: "Type of the update: `investigating`, `identified`, `monitoring` or `resolved`.",
  },
  silentUpdate: {
    wire: "silent_update",
    type: nullable(flag),
    cleared: null,
    // Documented: a request field; responses carry `flags.silent` instead.
    requestOnly: true,
    read: template.silentFlag,
    doc:
      "Whether an update made from the template is silent. True and false set it, null leaves it as it is. Responses do not " +
      "distinguish false from null, so a manual change between the two is not seen.",
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
    "Predefined values from which a team creates an incident or an update faster. Values that the template leaves out stay " +
    `as they are when it is applied.\n\n${template.deletedDoc}`,
  example: [
    'new statushub.IncidentTemplate("api-down", {',
    "  hub,",
    '  title: "API is down",',
    '  body: "<p>We are looking into it.</p>",',
    '  incidentType: "investigating",',
    '  labels: ["api"],',
    '  serviceStatuses: [{ service: api, status: "down" }],',
    "});",
  ].join("\n"),
  operations: { recordId: field.recordId, ...incidentTemplateOperations },
  properties,
  ...template.definition,
  list: {
    doc: "Lists the incident templates of a hub, all of them or those that match every argument.",
    example: 'const templates = statushub.IncidentTemplate.list("api", { hub: "acme", label: "api" });',
    filters: template.filters,
  },
});
