import { z } from "zod";
import { answeredEnum, recordId, requestedEnum } from "./field.ts";

/** Documented: exactly these three; there is no maintenance status. */
export const serviceStatusNames = ["up", "degraded-performance", "down"] as const;

/** Documented: an item of `service_statuses` in a request has just these two keys. */
export const serviceStatus = z
  .object(
    { service_id: recordId, status: requestedEnum(serviceStatusNames) },
    { error: "must be { service_id, status }" },
  )
  .meta({ id: "ServiceStatus" });

/** Inferred: answers carry the same keys, perhaps more. */
export const answeredServiceStatus = z
  .object({ service_id: recordId, status: answeredEnum(serviceStatusNames) })
  .meta({ id: "AnsweredServiceStatus" });

const problem = "must be a list of { service_id, status }";

/** May be empty in templates. */
export const serviceStatuses = z.array(serviceStatus, { error: problem });

/** Documented: an event is always attached to at least one service. */
export const eventServiceStatuses = serviceStatuses.min(1, "must name at least one service");
