import type { Operation } from "../../api/operation.ts";
import { operations } from "../../api/operations.ts";
import type { Client } from "../../provider/client/client.ts";
import type { ApiRecord } from "../../provider/client/request.ts";

/** No record has this id: an update of it has nothing to change, on any server. */
const nobody = "2147483647";

/**
 * What the key may do on a hub, found out without a change: two updates of records that do not exist, with nothing in
 * them. Inferred: rights are looked at before the record is, so 403 says "not allowed", and 404 "allowed".
 */
export async function findRole(client: Client, { subdomain, type }: ApiRecord): Promise<string> {
  const mayUpdate = (operation: Operation, parameter: string) =>
    isAllowed(client, operation, { subdomain: String(subdomain), [parameter]: nobody });
  const mayEdit = await mayUpdate(operations.updateIncidentTemplate, "incident_template_id");
  if (!mayEdit) return "read-only, enough for drift and export";
  // Documented: services belong to a primary hub.
  if (type === "connected") return "editor or more";
  const mayManage = await mayUpdate(operations.updateService, "service_id");
  return mayManage ? "manager or admin" : "editor: templates and maintenances, and no services";
}

async function isAllowed(client: Client, operation: Operation, parameters: Record<string, string>): Promise<boolean> {
  try {
    await client.perform(operation, parameters, { body: {} });
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === "ForbiddenError") return false;
    if (/^(NotFound|NotOffered|Refused)Error$/.test(error.name)) return true;
    throw error;
  }
}
