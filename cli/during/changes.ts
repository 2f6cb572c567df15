import { kindIn, nameIn, typeIn } from "../../provider/resource-type.ts";
import { matcher } from "../hub/select.ts";
import { isChange, type Step } from "../project/preview.ts";

/**
 * Whether a preview changes resources that visitors may notice: those whose type or name matches a pattern, or without
 * patterns all except those of this package, because a new service isn't work on a service.
 */
export function hasChanges(steps: readonly Step[], patterns: readonly string[] = []): boolean {
  const counts = patterns.length === 0 ? isInfrastructure : isNamed(matcher(patterns));
  return steps.some((step) => isChange(step) && counts(step));
}

const isNamed =
  (matches: (text: string) => boolean) =>
  ({ urn }: Step): boolean =>
    matches(typeIn(urn)) || matches(nameIn(urn));

/**
 * Whether the preview reads the page first: it does what the command says if that is a `pulumi up`, and otherwise what the
 * project does.
 */
export function refreshOf(command: readonly string[]): boolean | "project" {
  // Something else may start it, such as npx.
  const [, ...args] = command.slice(command.findIndex((word) => /(^|[/\\])pulumi(\.\w+)?$/.test(word)));
  const isUp = args.some((arg) => /^up(date)?$/.test(arg));
  const option = isUp ? args.findLast((arg) => /^(--refresh|-[yfj]*r[yfj]*)(=|$)/.test(arg)) : undefined;
  return option === undefined ? "project" : !/=(false|f|0)$/i.test(option);
}

/** A component, a provider and the stack itself are no infrastructure. */
function isInfrastructure({ urn, newState, oldState }: Step): boolean {
  const type = typeIn(urn);
  const isComponent = (newState ?? oldState)?.custom === false;
  return kindIn(type) === undefined && !isComponent && !/^pulumi:(pulumi|providers):/.test(type);
}
