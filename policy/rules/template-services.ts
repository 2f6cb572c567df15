import { kindOf, type PolicyResource, unknown, valuesOf } from "../resource.ts";
import type { Rule } from "../rule.ts";

/** A service that is named by a bare id may be deleted or exchanged without anybody seeing the template that names it. */
export const templateServices: Rule = {
  name: "statushub-template-services",
  description: "Templates name services of the program, and no bare ids.",
  scope: "stack",
  check: (resources) => {
    const ids = new Set(resources.filter((one) => kindOf(one) === "Service").map(({ id }) => id));
    return resources
      .filter((resource) => /^(Incident|Maintenance)Template$/.test(kindOf(resource) ?? ""))
      .flatMap((resource) => {
        const strangers = servicesOf(resource).filter((service) => !ids.has(service));
        // Pulumi's policy runner hides ids. There the dependencies show how many services come from the program.
        const dependencies = resource.propertyDependencies?.serviceStatuses ?? [];
        const declared = new Set(dependencies.filter((one) => kindOf(one) === "Service"));
        if (strangers.length <= declared.size) return [];
        const message = `serviceStatuses names ${strangers.join(", ")}, which no Service of the program is. Pass the Service itself.`;
        return [{ resource, message }];
      });
  },
};

/** The services that a template names and a preview knows. */
function servicesOf(resource: PolicyResource): string[] {
  const { serviceStatuses } = valuesOf(resource);
  if (!Array.isArray(serviceStatuses)) return [];
  const services = serviceStatuses.map((item: unknown) => (item as { service?: unknown } | undefined)?.service);
  return services.filter((service) => service !== unknown && service !== undefined).map(String);
}
