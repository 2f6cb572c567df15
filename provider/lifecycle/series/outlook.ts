import { type Declared, holdsUnknown, type Stored } from "../../../model/api/form.ts";
import { formatInstant } from "../../../model/api/instant.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { newDates, occurrenceChanged, occurrencesDeleted } from "../../errors/read.ts";
import { historyUnchanged, pastAnnounced } from "../../errors/up.ts";
import { compare } from "../forms/compare.ts";
import { declaresSeries, isSeries, type Kept, occurrencesIn } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { subject } from "../record/operation-error.ts";
import { hasEnded, type Timed } from "../record/scope.ts";
import { expected, isOver, nextDate } from "./occurrence.ts";
import { asEnded, changesOfHistory, changesPattern, planForHistory, putsBack } from "./plan.ts";

/*
 * What an update is going to do, as far as the state and the program say, and what a preview says about that, because it only
 * shows values. `plan.ts` decides the same with what is live.
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
  const left = Object.entries(occurrencesIn(stored))
    .filter(([each]) => !hasEnded(timed, expected(definition, stored, each)))
    .toSorted(([, one], [, other]) => one - other);
  const startsOf = (some: typeof left) => some.map(([each]) => series.startOf(expected(definition, stored, each)));
  const change = (deleted: typeof left): Outlook => ({ outcome: "change", deleted: startsOf(deleted) });
  const history = (ended: { stored: Stored; shown?: Stored | undefined }, isCut = false): Outlook => {
    const changes = changesOfHistory(definition, { shown: undefined, ...ended, declared });
    const outcome = planForHistory(definition, changes, { isCut, hasDate: nextDate(timed, declared) !== undefined });
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

/** Says what a preview doesn't show: which dates a create or an update leaves out, and why it will be refused. */
export function describeDates(
  timed: Timed,
  { id, stored, shown, declared }: Partial<Kept> & { shown?: Stored | undefined; declared: Declared },
): string[] {
  const { definition } = timed;
  const { series } = definition;
  if (series === undefined || [series.property, ...series.timed].some((name) => holdsUnknown(declared[name])))
    return [];
  // What is adopted has its dates.
  if (id === undefined && typeof declared.adopt === "string") return [];
  const what = subject({ definition, stored: stored ?? {}, declared, recordId: id });
  const offset = nextDate(timed, declared);
  const time = formatInstant(series.startOf(wireIn(definition, declared)) + (offset ?? 0));
  if (id !== undefined && stored !== undefined)
    return describeOutlook({ what, time }, outlookFor(timed, { id, stored, shown }, declared), definition);
  if (offset === undefined) return series.announces(declared) ? [`${what}: ${pastAnnounced()}`] : [];
  return offset === 0 ? [] : [newDates.created({ what, time })];
}

/** @param next the resource, and its next date */
function describeOutlook(
  next: { readonly what: string; readonly time: string },
  { outcome, deleted }: Outlook,
  { period, properties }: Definition,
): string[] {
  const { what } = next;
  if (outcome === "refuse") return [`${what}: ${historyUnchanged.declared()}`];
  // A program may mark its times as secret, and those of the occurrences follow from them.
  const isSecret = period?.timed.some((name) => properties[name]?.secret !== undefined);
  const times = isSecret ? "[secret]" : deleted.map(formatInstant).join(", ");
  return [
    ...(deleted.length > 0 ? [occurrencesDeleted({ what, times })] : []),
    ...(outcome === "next date" ? [newDates.updated(next)] : []),
  ];
}

/**
 * Says how far an update undoes manual changes, because a preview only shows that the values differ.
 *
 * @returns one line for the changes of one occurrence, and one for a change of the series
 */
export function describeUndoing(
  definition: Definition,
  { id, stored = {}, declared }: Partial<Kept> & { readonly declared: Declared },
): string[] {
  const { series } = definition;
  if (series === undefined || !isSeries(definition, stored)) return [];
  const undone = compare(definition, stored, declared)
    .filter((change) => !holdsUnknown(change.wire) && putsBack(stored, change))
    .map(({ name }) => name);
  const what = subject({ definition, stored, recordId: id });
  const properties = undone.filter((name) => name !== series.property).join(", ");
  return [
    ...(properties === "" ? [] : [occurrenceChanged.one({ what, properties })]),
    ...(undone.includes(series.property) ? [occurrenceChanged.series({ what, property: series.property })] : []),
  ];
}
