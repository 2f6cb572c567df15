import type { IncidentTemplateRow, MaintenanceTemplateRow, ServiceStatus } from "../state/row.ts";
import type { Store } from "../state/store.ts";

type TemplateTable = "incident_templates" | "maintenance_templates";

/** Fields of an incident update or a maintenance that is being written. */
export interface Draft {
  readonly title?: string;
  readonly body?: string;
  readonly incident_type?: string;
  readonly service_statuses?: readonly ServiceStatus[];
  readonly silent?: boolean;
  /** Of a maintenance: minutes from start to end. */
  readonly duration?: number;
}

/** What people do in the web control panel, and no operation of the API does. */
export interface Panel {
  /**
   * Applies a template to an update or a maintenance that is being written, and returns its fields after that.
   * Throws where there is no such template.
   */
  applyTemplate(table: TemplateTable, id: number, draft: Draft): Draft;
}

export const createPanel = (store: Store): Panel => ({
  applyTemplate: (table, id, draft) => {
    const template = store.table(table).find(id);
    if (!template || template.deleted) throw new Error(`There is no template ${id} in ${table}.`);
    return { ...draft, ...valuesOf(template) };
  },
});

/** Documented: a field without a value is ignored when the template is applied; silent null leaves silent unset. */
function valuesOf(template: IncidentTemplateRow | MaintenanceTemplateRow): Draft {
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
