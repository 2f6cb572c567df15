import type { Declared } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { endIn } from "./end.ts";
import { declaresSeries } from "./state.ts";
import { wireIn } from "./wire.ts";

/**
 * Returns where a series begins if it is made now: the time from its first declared occurrence to the first that isn't over. It begins
 * with the first, so at 0, if that is to come, if all are over (then it isn't made), or if nobody knows the dates or the pattern.
 */
export function beginOffset(definition: Definition, declared: Declared, now: number): number {
  const { series } = definition;
  if (series === undefined || !declaresSeries(definition, declared)) return 0;
  const isToCome = endIn(definition, declared, now) === "to come";
  if (!isToCome) return 0;
  return series.nextOffset(wireIn(definition, declared), now) ?? 0;
}
