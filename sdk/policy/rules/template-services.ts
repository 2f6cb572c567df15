import { bareServiceId } from "../errors.ts";
import { kindOf, openIn, type PolicyResource, unknownValue, valuesOf } from "../resource.ts";
import type { Rule } from "../rule.ts";

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
        const strangers = services.filter((service) => service !== unknownValue && !ids.has(String(service)));
        // Pulumi's policy runner hides IDs, and a preview doesn't know those of new resources. The dependencies then
        // show how many services come from the program, including one that isn't named by its ID.
        const dependencies = resource.propertyDependencies?.serviceStatuses;
        const declared = (dependencies ?? []).filter((one) => kindOf(one) === "Service").length;
        const known = services.filter((service) => ids.has(String(service))).length;
        const doubtful =
          dependencies === undefined ? strangers : services.filter((service) => !ids.has(String(service)));
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
