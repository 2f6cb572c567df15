import type { Live } from "../../model/api/form.ts";
import type { Operation } from "../../model/api/operation.ts";
import { operations } from "../../model/kinds/operations.ts";
import type { Client } from "../../provider/client/client.ts";
import { isForbidden, isMethodNotAllowed, isNotFound, isRejected } from "../../provider/client/errors.ts";
import { briefReason } from "./failure.ts";

/** An ID that no record has, so that an update of it changes nothing. */
const unusedId = "2147483647";

/** How the API responds to an update of a record that doesn't exist. */
type Response = "forbidden" | "not forbidden" | { readonly failure: string };

/** The responses of one hub. Documented: services belong to a primary hub, so a connected one has none to update. */
export interface Responses {
  readonly template: Response;
  readonly service?: Response;
}

/** Sends up to two empty updates of records that don't exist. */
export async function probeHub(client: Client, { subdomain, type }: Live): Promise<Responses> {
  const update = (operation: Operation, parameter: string) =>
    respond(client, operation, { subdomain: String(subdomain), [parameter]: unusedId });
  const template = await update(operations.updateIncidentTemplate, "incident_template_id");
  if (type === "connected" || template !== "not forbidden") return { template };
  return { template, service: await update(operations.updateService, "service_id") };
}

async function respond(client: Client, operation: Operation, parameters: Record<string, string>): Promise<Response> {
  try {
    await client.perform(operation, parameters, { wire: {} });
    return "not forbidden";
  } catch (error) {
    if (isForbidden(error)) return "forbidden";
    if (isNotFound(error) || isMethodNotAllowed(error) || isRejected(error)) return "not forbidden";
    return { failure: briefReason(error) };
  }
}

/**
 * Inferred (permissions-first): StatusHub checks permissions before it looks for the record, so that 404 or 422 means
 * "allowed". That is only certain if the same key gets a 403 for something else. A 403 itself is certain.
 */
export function describeRole(
  { template, service }: Responses,
  all: readonly Responses[],
): { readonly isCertain: boolean; readonly text: string } {
  if (template === "forbidden") return { isCertain: true, text: "read-only, enough for drift and export" };
  for (const response of [template, service]) {
    if (typeof response === "object") return { isCertain: false, text: `the role is unknown (${response.failure})` };
  }
  if (service === "forbidden") return { isCertain: true, text: "editor: templates and maintenances, but no services" };
  const role = service === undefined ? "editor or more" : "manager or admin";
  const isCertain = all.some((other) => other.template === "forbidden" || other.service === "forbidden");
  return { isCertain, text: isCertain ? role : `${role}, if StatusHub reports missing permissions: it reported none` };
}
