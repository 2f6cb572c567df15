import { noCustomId } from "../errors.ts";
import { isLookedUp, kindOf, openIn, unknownValue, valuesOf } from "../resource.ts";
import type { Rule } from "../rule.ts";

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
