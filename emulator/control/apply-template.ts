import { HttpError } from "../http-error.ts";
import type { IncidentTemplateRow } from "../resources/incident-template.ts";
import type { MaintenanceTemplateRow } from "../resources/maintenance-template.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { Store } from "../state/store.ts";

const templateTables = ["incident_templates", "maintenance_templates"] as const;

type TemplateTable = (typeof templateTables)[number];

/** Fields of an incident update or a maintenance that is being written. */
export interface EventDraft {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly incident_type?: string | undefined;
  readonly service_statuses?: readonly ServiceStatus[] | undefined;
  readonly silent?: boolean | undefined;
  /** Minutes from start to end of a maintenance. */
  readonly duration?: number | undefined;
}

export interface Templates {
  /**
   * Applies a template to an update or a maintenance that is being written, as the control panel does, and returns the
   * resulting fields. Throws if there is no such template.
   */
  applyTemplate(table: TemplateTable, id: number, draft: EventDraft): EventDraft;
}

export const createTemplates = ({ store }: { store: Store }): Templates => ({
  applyTemplate: (table, id, draft) => {
    // HTTP and JavaScript callers may pass other names.
    const template = templateTables.includes(table) ? store.table(table).find(id) : undefined;
    if (!template || template.deleted) throw new HttpError(404, `there is no template ${id} in ${table}`);
    return { ...draft, ...valuesOf(template) };
  },
});

/** Documented: a field without a value is ignored when the template is applied; silent null leaves silent unset. */
function valuesOf(template: IncidentTemplateRow | MaintenanceTemplateRow): EventDraft {
  const { title, body, service_statuses } = template;
  const silent = "silent" in template ? template.silent : template.silent_update;
  return {
    ...(title !== null && { title }),
    ...(body !== null && { body }),
    ...(service_statuses.length > 0 && { service_statuses }),
    ...(silent !== null && { silent }),
    ...("incident_type" in template && template.incident_type !== null && { incident_type: template.incident_type }),
    ...("duration" in template && template.duration !== null && { duration: template.duration }),
  };
}
