import { parseInstant } from "../../../model/api/instant.ts";
import { longMaintenance } from "../errors.ts";
import { kindOf, openIn, type PolicyResource, textIn, valuesOf } from "../resource.ts";
import type { Rule } from "../rule.ts";

/** Requires short maintenances: a window of days announces an outage of days and is usually a mistake in a date. */
export const maintenanceWindow: Rule = {
  name: "statushub-maintenance-window",
  description: "No maintenance is longer than maxMinutes.",
  scope: "resource",
  setting: "maxMinutes",
  check: (resources, { maxMinutes }) =>
    resources.flatMap((resource) => {
      const minutes = minutesOf(resource);
      if (minutes === undefined || minutes <= maxMinutes) return [];
      return [{ resource, message: longMaintenance({ minutes, maxMinutes }) }];
    }),
};

function minutesOf(resource: PolicyResource): number | undefined {
  const values = valuesOf(resource);
  const duration = openIn(values.duration);
  if (kindOf(resource) === "MaintenanceTemplate") return typeof duration === "number" ? duration : undefined;
  const [startTime, endTime] = [textIn(values.startTime), textIn(values.endTime)];
  if (kindOf(resource) !== "Maintenance" || startTime === undefined || endTime === undefined) return undefined;
  const [start, end] = [parseInstant(startTime), parseInstant(endTime)];
  return start === undefined || end === undefined ? undefined : (end - start) / 60_000;
}
