import { parseInstant } from "../../../model/api/instant.ts";
import { definitions } from "../../../model/kinds/index.ts";
import { bareServiceId, longMaintenance, noCustomId, placeholderTitle } from "../errors.ts";
import {
  isLookedUp,
  kindOf,
  Marked,
  openIn,
  type PolicyResource,
  textIn,
  unknownValue,
  valuesOf,
} from "../resource.ts";
import type { Rule } from "../rule.ts";

/*
 * What a good record of each kind has.
 */

/** Requires a `customId`, by which a service can be found and adopted under any name. */
export const customId: Rule = {
  name: "statushub-service-custom-id",
  description: "Every service has a customId.",
  scope: "resource",
  check: (resources) =>
    resources
      .filter((resource) => kindOf(resource) === "Service" && !isLookedUp(resource))
      .filter((resource) => {
        const value = openIn(valuesOf(resource).customId);
        return value !== unknownValue && (typeof value !== "string" || value.trim() === "");
      })
      .map((resource) => ({ resource, message: noCustomId() })),
};

const placeholders = [
  // Only in capitals or before a colon, because "Todo el sitio" is Spanish for the whole site.
  /\b(TODO|XXX)\b/,
  /\b(todo:|fixme\b|tbd\b|changeme\b)/i,
  /\blorem ipsum\b|\bplaceholder\b/i,
  /\{\{.*\}\}|\$\{.*\}/,
  // Matches only the whole title: "Load test of the payments" is fine.
  /^\P{L}*(test(ing)?|untitled|title|asdf)\P{L}*$/iu,
];

export const title: Rule = {
  name: "statushub-title-placeholder",
  description: "Names and titles aren't placeholders.",
  scope: "resource",
  check: (resources) =>
    resources.flatMap((resource) => {
      const titles = definitions[kindOf(resource) ?? ""]?.title ?? [];
      return titles.flatMap((property) => {
        const value = valuesOf(resource)[property];
        const text = textIn(value);
        if (text === undefined || !placeholders.some((pattern) => pattern.test(text))) return [];
        const shown = value instanceof Marked ? "a secret" : JSON.stringify(text);
        return [{ resource, message: placeholderTitle({ property, title: shown }) }];
      });
    }),
};

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

/**
 * Requires templates to name services by resource: a service named by its ID may be deleted or replaced without anyone
 * noticing the template.
 */
export const templateServices: Rule = {
  name: "statushub-template-services",
  description: "Templates refer to services by resource, not by ID.",
  scope: "stack",
  check: (resources) => {
    const ids = new Set(resources.filter((one) => kindOf(one) === "Service").map(({ id }) => id));
    return resources
      .filter((resource) => /^(Incident|Maintenance)Template$/.test(kindOf(resource) ?? ""))
      .flatMap((resource) => {
        const services = servicesOf(resource);
        const others = services.filter((service) => !ids.has(String(service)));
        const strangers = others.filter((service) => service !== unknownValue);
        // Pulumi's policy runner hides IDs, and a preview doesn't know those of new resources. The dependencies then
        // show how many services come from the program, including one that isn't named by its ID.
        const dependencies = resource.propertyDependencies?.serviceStatuses;
        const declared = (dependencies ?? []).filter((one) => kindOf(one) === "Service").length;
        const known = services.length - others.length;
        const doubtful = dependencies === undefined ? strangers : others;
        if (doubtful.length <= Math.max(0, declared - known)) return [];
        const named = strangers.length > 0 ? strangers.join(", ") : "an id that is not known yet";
        return [{ resource, message: bareServiceId({ services: named }) }];
      });
  },
};

function servicesOf(resource: PolicyResource): unknown[] {
  const serviceStatuses = openIn(valuesOf(resource).serviceStatuses);
  if (!Array.isArray(serviceStatuses)) return [];
  const services = serviceStatuses.map((item: unknown) =>
    openIn((openIn(item) as { service?: unknown } | undefined)?.service),
  );
  return services.filter((service) => service !== undefined);
}
