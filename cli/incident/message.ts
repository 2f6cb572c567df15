import type { Live, Stored, Wire } from "../../model/api/form.ts";
import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { readServiceStatuses } from "../../model/kinds/service-status.ts";
import { wireIn } from "../../provider/inspect.ts";
import { requireIn, type Template } from "../hub/template.ts";

/** Documented: an incident isn't opened as `resolved`, and an update names services unless it is of that type. */
export function requireFor(verb: "open" | "update" | "resolve", template: Template): void {
  const { title, serviceStatuses, incidentType } = template.values;
  const isResolved = incidentType === "resolved";
  const otherType = isResolved ? undefined : incidentType;
  // By what an error calls it.
  const needed = {
    open: { title, "incidentType other than resolved": otherType, serviceStatuses },
    update: isResolved ? { title, incidentType } : { title, incidentType, serviceStatuses },
    resolve: { title, "incidentType resolved": isResolved },
  };
  requireIn(template, `${verb} an incident`, needed[verb]);
}

export interface MessageOptions {
  readonly draft?: true;
  readonly silent?: true;
}

/** Documented: an update of the type `resolved` names no services. */
export function wireFrom(values: Stored, { silent, draft }: MessageOptions): Wire {
  const { title, body, incident_type, service_statuses, silent_update } = wireIn(incidentTemplate, values);
  const isSilent = silent === true || silent_update === true;
  return {
    title,
    incident_type,
    body: body ?? "",
    ...(incident_type !== "resolved" && { service_statuses }),
    ...(isSilent && { silent: true }),
    ...(draft && { state: "draft" }),
  };
}

interface ServiceStatus {
  readonly service_id: unknown;
  readonly status: unknown;
}

export const statusesIn = ({ service_statuses: statuses }: Wire | Live): readonly ServiceStatus[] =>
  Array.isArray(statuses) ? statuses : [];

/** Returns the IDs of the services that these name; undefined if one doesn't show its services. */
export function servicesIn(all: readonly (Wire | Live)[]): number[] | undefined {
  const areShown = all.every((each) => Array.isArray(readServiceStatuses(each as Live)));
  if (!areShown) return undefined;
  const ids = all.flatMap(statusesIn).map(({ service_id: id }) => Number(id));
  return [...new Set(ids)];
}
