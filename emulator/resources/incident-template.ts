import type { z } from "zod";
import type { incidentTemplateShapes } from "../../kinds/incident-template.ts";
import type { Handlers, Place } from "../call.ts";
import type { IncidentTemplateRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { toPage } from "./paging.ts";
import { answerStatuses, checkStatuses } from "./shared-service.ts";
import { checkAlive, checkText, listedTemplates } from "./template.ts";

type TemplateOperation =
  | "createIncidentTemplate"
  | "listIncidentTemplates"
  | "getIncidentTemplate"
  | "updateIncidentTemplate"
  | "deleteIncidentTemplate";

export const incidentTemplateHandlers: Handlers<TemplateOperation> = {
  createIncidentTemplate: (call) => {
    const { body, store, hub, now, key } = call;
    checkText(body);
    checkStatuses(call, body.service_statuses ?? []);
    const template = store.table("incident_templates").insert({
      hub_id: hub.id,
      title: body.title ?? null,
      body: body.body ?? null,
      incident_type: body.incident_type ?? null,
      labels: body.labels ?? [],
      service_statuses: body.service_statuses ?? [],
      silent_update: body.silent_update ?? null,
      author: key.owner,
      deleted: false,
      created_at: now,
      updated_at: now,
    });
    return answer(template);
  },
  listIncidentTemplates: ({ store, hub, query, key, settings }) =>
    toPage(
      listedTemplates(store.table("incident_templates").by("hub", hub.id), query, key),
      query,
      settings.lists === "full" ? answer : basicAnswer,
    ),
  getIncidentTemplate: (call) => answer(call.record("incident_templates")),
  updateIncidentTemplate: (call) => {
    const template = call.record("incident_templates");
    checkAlive("incident_template_id", template);
    checkStatuses(call, call.body.service_statuses ?? []);
    const changed = call.change("incident_templates", template, call.body);
    checkText(changed);
    return answer(changed);
  },
  deleteIncidentTemplate: (call) =>
    answer(call.change("incident_templates", call.record("incident_templates"), { deleted: true })),
};

export function findIncidentTemplate(store: Store, { id, hub }: Place): IncidentTemplateRow | undefined {
  const template = store.table("incident_templates").find(id);
  return template?.hub_id === hub.id ? template : undefined;
}

const answer = (row: IncidentTemplateRow): z.input<typeof incidentTemplateShapes.record> => ({
  id: row.id,
  title: row.title,
  body: row.body,
  incident_type: row.incident_type,
  labels: [...row.labels],
  service_statuses: answerStatuses(row.service_statuses),
  // Inferred: `silent_update` shows as `flags.silent` alone, so null and false look alike.
  flags: { deleted: row.deleted, silent: row.silent_update === true },
  author: row.author,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Documented: the list carries basic info. Inferred: these fields are left out. */
function basicAnswer(row: IncidentTemplateRow): z.input<typeof incidentTemplateShapes.listRecord> {
  const { body, service_statuses, ...basic } = answer(row);
  return basic;
}
