import { z } from "zod";
import * as field from "../api/field.ts";
import type { Live } from "../api/form.ts";
import { textOf } from "../api/object.ts";
import { serviceStatusNames } from "./service-status-names.ts";
import { list, setOf } from "./value-type.ts";

/** Documented: an item of `service_statuses` in a request has only these two keys. */
const serviceStatus = z
  .object(
    { service_id: field.recordId, status: field.requestEnum(serviceStatusNames) },
    { error: "must be { service_id, status }" },
  )
  .meta({ id: "ServiceStatus" });

/** Inferred (service-statuses): responses carry the same keys, perhaps with others. */
const respondedServiceStatus = z
  .object({ service_id: field.recordId, status: field.responseEnum(serviceStatusNames) })
  .meta({ id: "ServiceStatusResponse" });

export const respondedServiceStatuses = z.array(respondedServiceStatus);

/** May be empty in templates. */
export const serviceStatuses = z.array(serviceStatus, { error: "must be a list of { service_id, status }" });

/** Documented: an event always affects at least one service. */
export const eventServiceStatuses = serviceStatuses.min(1, "must name at least one service");

const referenceProblem = "must be a Service or the ID of one";

/** A service by its ID: a number, or text as in Pulumi's IDs. */
export const serviceReference = z
  .union([field.recordId, z.string().regex(field.recordIdText, referenceProblem)], { error: referenceProblem })
  .meta({
    title: "ServiceReference",
    description: "A `Service` or its ID.",
    input: "Service | string | number",
    output: "string | number",
  });

/** How a service is affected, as a program declares it. */
const declaredStatus = z
  .strictObject(
    {
      service: serviceReference,
      status: field.requestEnum(serviceStatusNames).meta({
        title: "ServiceStatusName",
        description: "Status of the service during the event. StatusHub has no separate status for maintenance.",
      }),
    },
    { error: "must be { service, status }" },
  )
  .meta({ title: "ServiceStatus", description: "Status of one service in a maintenance or a template." });

const namesEachServiceOnce = (items: { service: unknown }[]) =>
  new Set(items.map(({ service }) => Number(service))).size === items.length;

interface StatusItem {
  readonly service_id: unknown;
  readonly status: unknown;
}

/**
 * Reads the statuses in a response. Inferred (service-statuses): items have the same two keys as in a request. If one lacks them, the
 * response doesn't say which service has which status.
 */
export function readServiceStatuses({ service_statuses: items }: Live): unknown {
  if (!Array.isArray(items)) return items;
  const hasBothKeys = (item: unknown) => {
    const { service_id, status } = statusOf(item);
    return field.recordId.safeParse(service_id).success && typeof status === "string";
  };
  return items.every(hasBothKeys) ? items : undefined;
}

const statusOf = (item: unknown): StatusItem => {
  const { service_id, status } = (item ?? {}) as Partial<StatusItem>;
  return { service_id: Number(service_id), status };
};

const declaredStatuses = z.array(declaredStatus, { error: "must be a list of { service, status }" });

const statuses = <Request extends z.ZodType>(schema: typeof declaredStatuses, request: Request) => ({
  references: {
    kind: "Service",
    idsIn: (declared: unknown) => list(declared).map((item) => (item as { service?: unknown } | null)?.service),
  },
  ...setOf({
    // Inferred (single-status): two statuses for one service are rejected.
    schema: schema.refine(namesEachServiceOnce, "must name each service once"),
    request,
    response: respondedServiceStatuses,
    toWire: (item) => {
      const { service, status } = item as { service: unknown; status: unknown };
      return { service_id: Number(service), status };
    },
    fromWire: (item, declared) => ({
      service: (declared as { service?: unknown } | undefined)?.service ?? textOf(statusOf(item).service_id),
      status: statusOf(item).status,
    }),
    canonical: statusOf,
    key: (item) => statusOf(item).service_id,
  }),
});

/** The status of each affected service, in a template. */
export const templateStatuses = statuses(declaredStatuses, serviceStatuses);

/** The status of each affected service, in an event. */
export const eventStatuses = statuses(declaredStatuses.min(1, "must name at least one service"), eventServiceStatuses);
