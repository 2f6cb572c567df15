import { kindIn, nameIn, typeIn } from "../../provider/resource-type.ts";
import type { Step } from "../engine/preview.ts";
import { matcher } from "../hub/select.ts";

/** Operations of a preview that change nothing. */
const idle = new Set(["same", "refresh", "read", "read-replacement", "read-discard"]);

/**
 * Whether a preview changes resources that visitors may notice: those whose type or name matches a pattern, or without
 * patterns all except those of this package, because a new service isn't work on a service.
 */
export function hasChanges(steps: readonly Step[], patterns: readonly string[] = []): boolean {
  const counts = patterns.length === 0 ? isInfrastructure : isNamed(matcher(patterns));
  return steps.some((step) => !idle.has(step.op) && counts(step));
}

const isNamed =
  (matches: (text: string) => boolean) =>
  ({ urn }: Step): boolean =>
    matches(typeIn(urn)) || matches(nameIn(urn));

/** A component, a provider and the stack itself are no infrastructure. */
function isInfrastructure({ urn, newState, oldState }: Step): boolean {
  const type = typeIn(urn);
  const isComponent = (newState ?? oldState)?.custom === false;
  return kindIn(type) === undefined && !isComponent && !/^pulumi:(pulumi|providers):/.test(type);
}
