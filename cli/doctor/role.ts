import type { Operation } from "../../api/operation.ts";
import { operations } from "../../kinds/operations.ts";
import type { Client } from "../../provider/client/client.ts";
import { isForbidden, isMethodNotAllowed, isNotFound, isRejected } from "../../provider/client/errors.ts";
import type { ApiRecord } from "../../provider/client/request.ts";
import { reasonOf } from "./failure.ts";

/** No record has this ID: an update of it has nothing to change, on any server. */
const nobody = "2147483647";

/** How the API responds to an update of a record that doesn't exist. */
type Response = "refused" | "not refused" | { readonly failure: string };

/** The responses of one hub. Documented: services belong to a primary hub, so a connected one has none to update. */
export interface Probed {
  readonly template: Response;
  readonly service?: Response;
}

/** Sends two updates of records that don't exist, with nothing in them. */
export async function probeHub(client: Client, { subdomain, type }: ApiRecord): Promise<Probed> {
  const update = (operation: Operation, parameter: string) =>
    respond(client, operation, { subdomain: String(subdomain), [parameter]: nobody });
  const template = await update(operations.updateIncidentTemplate, "incident_template_id");
  if (type === "connected" || template !== "not refused") return { template };
  return { template, service: await update(operations.updateService, "service_id") };
}

async function respond(client: Client, operation: Operation, parameters: Record<string, string>): Promise<Response> {
  try {
    await client.perform(operation, parameters, { body: {} });
    return "not refused";
  } catch (error) {
    if (isForbidden(error)) return "refused";
    if (isNotFound(error) || isMethodNotAllowed(error) || isRejected(error)) return "not refused";
    return { failure: reasonOf(error) };
  }
}

/**
 * What the key may do on a hub. Inferred: rights are checked before the record is looked for, so that 404 or 422 means
 * "allowed". That is certain only if the same key gets a 403 for something else; a 403 itself always is.
 */
export function describeRole(
  { template, service }: Probed,
  all: readonly Probed[],
): { readonly isCertain: boolean; readonly text: string } {
  if (template === "refused") return { isCertain: true, text: "read-only, enough for drift and export" };
  for (const response of [template, service]) {
    if (typeof response === "object") return { isCertain: false, text: `role not found out (${response.failure})` };
  }
  if (service === "refused") return { isCertain: true, text: "editor: templates and maintenances, and no services" };
  const role = service === undefined ? "editor or more" : "manager or admin";
  const isCertain = all.some((other) => other.template === "refused" || other.service === "refused");
  return { isCertain, text: isCertain ? role : `${role}, unless StatusHub hides missing rights: nothing was refused` };
}
