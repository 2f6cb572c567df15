import type { z } from "zod";
import type { maintenanceTemplateShapes } from "../../kinds/maintenance-template.ts";
import type { Handlers, Place } from "../call.ts";
import type { MaintenanceTemplateRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { toPage } from "./paging.ts";
import { answerStatuses, checkStatuses } from "./shared-service.ts";
import { checkAlive, checkText, listedTemplates } from "./template.ts";

type TemplateOperation =
  | "createMaintenanceTemplate"
  | "listMaintenanceTemplates"
  | "getMaintenanceTemplate"
  | "updateMaintenanceTemplate"
  | "deleteMaintenanceTemplate";

export const maintenanceTemplateHandlers: Handlers<TemplateOperation> = {
  createMaintenanceTemplate: (call) => {
    const { body, store, hub, now, key } = call;
    checkText(body);
    checkStatuses(call, body.service_statuses ?? []);
    const template = store.table("maintenance_templates").insert({
      hub_id: hub.id,
      title: body.title ?? null,
      body: body.body ?? null,
      duration: body.duration ?? null,
      labels: body.labels ?? [],
      service_statuses: body.service_statuses ?? [],
      silent: body.silent ?? null,
      author: key.owner,
      deleted: false,
      created_at: now,
      updated_at: now,
    });
    return answer(template);
  },
  listMaintenanceTemplates: ({ store, hub, query, key }) =>
    toPage(listedTemplates(store.table("maintenance_templates").by("hub", hub.id), query, key), query, answer),
  getMaintenanceTemplate: (call) => answer(call.record("maintenance_templates")),
  updateMaintenanceTemplate: (call) => {
    const template = call.record("maintenance_templates");
    checkAlive("maintenance_template_id", template);
    checkStatuses(call, call.body.service_statuses ?? []);
    const changed = call.change("maintenance_templates", template, call.body);
    checkText(changed);
    return answer(changed);
  },
  deleteMaintenanceTemplate: (call) =>
    answer(call.change("maintenance_templates", call.record("maintenance_templates"), { deleted: true })),
};

export function findMaintenanceTemplate(store: Store, { id, hub }: Place): MaintenanceTemplateRow | undefined {
  const template = store.table("maintenance_templates").find(id);
  return template?.hub_id === hub.id ? template : undefined;
}

const answer = (row: MaintenanceTemplateRow): z.input<typeof maintenanceTemplateShapes.record> => ({
  id: row.id,
  title: row.title,
  body: row.body,
  duration: row.duration,
  labels: [...row.labels],
  service_statuses: answerStatuses(row.service_statuses),
  silent: row.silent,
  // Inferred: the record has `flags.silent` too, as that of an incident template, on which it is modelled.
  flags: { deleted: row.deleted, silent: row.silent === true },
  author: row.author,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
