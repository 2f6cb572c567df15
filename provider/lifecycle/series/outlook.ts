import type { Declared, Stored } from "../../../model/api/form.ts";
import { compare } from "../forms/compare.ts";
import type { Kept } from "../forms/known.ts";
import { asDeployed, declaresSeries, isSeries, occurrencesIn } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { hasEnded, type Timed } from "../record/writable.ts";
import { isOver, nextDate } from "./dates.ts";
import { expected } from "./occurrence.ts";
import { changesOfHistory, changesPattern, planForHistory } from "./plan.ts";

/*
 * What an update is going to do, as far as the state and the program say. `plan.ts` decides the same with what is live.
 *
 *     state      startTime "2 December", repeat, __occurrences { 1: 0, 2: 7 days, 3: 14 days }
 *     clock      5 December
 *     program    startTime "2 December", without repeat
 *     outlook    keep: the first one stays as it is; 9 and 16 December are deleted
 */

export interface Outlook {
  /** `change`: an occurrence that is left is written to. Otherwise only the past is left, see `planForHistory`. */
  readonly outcome: "change" | ReturnType<typeof planForHistory>;
  /** When the occurrences start that haven't ended and are deleted. */
  readonly deleted: readonly number[];
}

export function outlookFor(
  timed: Timed,
  { id, stored, shown }: Kept & { readonly shown?: Stored | undefined },
  declared: Declared,
): Outlook {
  const { definition } = timed;
  const { series } = definition;
  const hasDate = nextDate(timed, declared) !== undefined;
  if (isOver(timed, { id, stored })) {
    const changes = changesOfHistory(definition, { stored, shown, declared });
    return { outcome: planForHistory(definition, { changes, isCut: false, hasDate }), deleted: [] };
  }
  if (series === undefined || !isSeries(definition, stored)) return { outcome: "change", deleted: [] };
  const left = Object.entries(occurrencesIn(stored) ?? {})
    .filter(([each]) => !hasEnded(timed, expected(definition, stored, each)))
    .toSorted(([, one], [, other]) => one - other);
  const starts = (some: typeof left) => some.map(([each]) => series.startOf(expected(definition, stored, each)));

  if (declaresSeries(definition, declared)) {
    const changes = compare(definition, stored, declared);
    if (!changesPattern(definition, changes)) return { outcome: "change", deleted: [] };
    const wire = wireIn(definition, declared);
    const cut = left.filter(([, offset]) => series.endsBefore(series.moved(wire, offset)));
    if (cut.length < left.length) return { outcome: "change", deleted: starts(cut) };
    const outcome = planForHistory(definition, { changes, isCut: true, hasDate });
    return { outcome, deleted: outcome === "refuse" ? [] : starts(cut) };
  }
  if (!hasEnded(timed, wireIn(definition, declared))) return { outcome: "change", deleted: starts(left.slice(1)) };
  const deployed = asDeployed(stored);
  const times = Object.fromEntries(series.timed.map((name) => [name, deployed[name]]));
  const changes = compare(definition, { ...stored, ...times, [series.property]: null }, declared);
  const outcome = planForHistory(definition, { changes, isCut: false, hasDate });
  return { outcome, deleted: outcome === "refuse" ? [] : starts(left) };
}
