import type { Declared, Stored } from "../../../model/api/form.ts";
import { compare } from "../forms/compare.ts";
import type { Kept } from "../forms/known.ts";
import { declaresSeries, isSeries, occurrencesIn } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { hasEnded, type Timed } from "../record/writable.ts";
import { isOver, nextDate } from "./dates.ts";
import { expected } from "./occurrence.ts";
import { asEnded, changesOfHistory, changesPattern, planForHistory } from "./plan.ts";

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
  if (series === undefined) return { outcome: "change", deleted: [] };
  const left = Object.entries(occurrencesIn(stored) ?? {})
    .filter(([each]) => !hasEnded(timed, expected(definition, stored, each)))
    .toSorted(([, one], [, other]) => one - other);
  const startsOf = (some: typeof left) => some.map(([each]) => series.startOf(expected(definition, stored, each)));
  const change = (deleted: typeof left): Outlook => ({ outcome: "change", deleted: startsOf(deleted) });
  const history = (ended: { stored: Stored; shown?: Stored | undefined }, isCut = false): Outlook => {
    const changes = changesOfHistory(definition, { shown: undefined, ...ended, declared });
    const outcome = planForHistory(definition, { changes, isCut, hasDate: nextDate(timed, declared) !== undefined });
    return { outcome, deleted: outcome === "refuse" ? [] : startsOf(left) };
  };

  if (isOver(timed, { id, stored })) return history({ stored, shown });
  if (!isSeries(definition, stored)) return change([]);
  if (!declaresSeries(definition, declared)) {
    if (!hasEnded(timed, wireIn(definition, declared))) return change(left.slice(1));
    return history({ stored: { ...stored, ...asEnded(series, stored) } });
  }
  if (!changesPattern(definition, compare(definition, stored, declared))) return change([]);
  const wire = wireIn(definition, declared);
  const cut = left.filter(([, offset]) => series.endsBefore(series.moved(wire, offset)));
  return cut.length < left.length ? change(cut) : history({ stored }, true);
}
