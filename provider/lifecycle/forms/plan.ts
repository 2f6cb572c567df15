import { isDeepStrictEqual } from "node:util";
import { type Declared, holdsUnknown } from "../../../model/api/form.ts";
import { type Definition, isHidden } from "../../../model/kinds/kind.ts";
import { beginOffset } from "./begin.ts";
import { type Change, compare, findWire, liveValue, sameMeaning } from "./compare.ts";
import { changedDates, datesOf, withDeployedDates } from "./dates.ts";
import { deployedEnd, endIn } from "./end.ts";
import { wasHidden } from "./hidden.ts";
import { type Course, courseOf, phaseOf, type Sides } from "./phase.ts";
import { declaresSeries, isSeries, lastOffsetIn, type State } from "./state.ts";

/*
 * Decides what an update changes, and whether it needs another record. The diff, the preview and the update all ask it.
 */

export interface Plan {
  readonly course: Course;
  /** The differences. Empty for history. */
  readonly changes: readonly Change[];
  /** The names of the changes that need another record. */
  readonly replaces: readonly string[];
  /** Whether it is over, or goes on only because the team has extended it: it stays in its hub. */
  readonly isOver: boolean;
  /** Whether it announces what nobody has seen. */
  readonly publishes: boolean;
  /** Whether that is over. */
  readonly publishesOver: boolean;
}

export function planUpdate(definition: Definition, sides: Sides, now: number): Plan {
  const { state, declared } = sides;
  const { period } = definition;
  if (period === undefined) {
    const changes = compare(definition, state, declared);
    const replaces = namesOf(changes.filter((change) => isFixed(change, declared)));
    return { course: "like any record", changes, replaces, isOver: false, publishes: false, publishesOver: false };
  }
  const phase = phaseOf(definition, sides, now);
  const course = courseOf(phase);
  const publishes = phase.deployed === "draft" && period.announces(declared);
  return {
    course,
    ...changesOf(definition, sides, { course, now }),
    isOver: course === "history" || course === "extended",
    publishes,
    publishesOver: publishes && phase.declared === "over",
  };
}

type Changes = Pick<Plan, "changes" | "replaces">;

/**
 * Returns the changes of a maintenance, by its course:
 *
 *     history            none
 *     like any record    all; the dates may need another record
 *     new dates          all; the dates may need another record
 *     another record     all; the dates need another record
 *     extended           all but the dates, which stay as the team has them
 *     unclear            all; whether the dates need another record isn't known yet
 */
function changesOf(
  definition: Definition,
  sides: Sides,
  { course, now }: { readonly course: Course; readonly now: number },
): Changes {
  const { state, declared } = sides;
  if (course === "history") return { changes: [], replaces: [] };
  if (course === "like any record") return changesOfAny(definition, sides, now);
  // A refresh may have left the dates of the page in the state, which aren't those that the program has changed.
  const changes = compare(definition, withDeployedDates(definition, state), declared);
  const dates = changes.filter(({ name }) => datesOf(definition).includes(name));
  switch (course) {
    case "unclear":
      return { changes, replaces: [] };
    case "extended":
      return { changes: changes.filter((change) => !dates.includes(change)), replaces: [] };
    case "another record":
      return { changes, replaces: namesOf(dates) };
    case "new dates":
      return changesWithDates(definition, sides, { changes, dates, now });
  }
}

/** Returns the changes of a maintenance that is like any record. */
function changesOfAny(definition: Definition, sides: Sides, now: number): Changes {
  const { state, declared } = sides;
  const changes = compare(definition, state, declared);
  const dates = changes.filter(({ name, wire }) => wire !== undefined && datesOf(definition).includes(name));
  const areUnknown = dates.some(({ wire }) => holdsUnknown(wire));
  if (dates.length === 0 || areUnknown) return { changes, replaces: [] };
  if (isSeries(definition, state)) {
    const isOver = endIn(definition, state.values, now) === "over";
    if (isOver) return { changes, replaces: namesOf(dates) };
  } else {
    // The record is a later occurrence than the one that the program declares, so it can't get the times of that.
    const hasBegunLater = lastOffsetIn(state) > 0;
    const hasOtherTimes = dates.some(({ name }) => definition.period?.timed.includes(name));
    if (hasBegunLater && hasOtherTimes) return { changes, replaces: namesOf(dates) };
  }
  return changesWithDates(definition, sides, { changes, dates, now });
}

/** Returns the changes of a maintenance that can get some other dates. */
function changesWithDates(
  definition: Definition,
  sides: Sides,
  {
    changes,
    dates,
    now,
  }: { readonly changes: readonly Change[]; readonly dates: readonly Change[]; readonly now: number },
): Changes {
  const { state, declared } = sides;
  if (isSeries(definition, state))
    return { changes, replaces: namesOf(needingAnotherSeries(definition, state, dates)) };
  if (beginsLater(definition, state, declared, now)) return { changes, replaces: namesOf(dates) };
  return { changes: withDatesThatPageLacks(definition, sides, changes), replaces: [] };
}

const namesOf = (changes: readonly Change[]) => changes.map(({ name }) => name);

/**
 * Whether a change requires another record. It doesn't if the declaration was removed or matches the record, or if its
 * value isn't known yet and may turn out to match.
 */
const isFixed = ({ name, property, wire }: Change, declared: Declared): boolean =>
  property.replaces === true && declared[name] !== undefined && wire !== undefined && !holdsUnknown(wire);

/** Returns the changed dates that a series can't get. It can get a later end of its pattern, and the pattern if it lacks one so far. */
function needingAnotherSeries(definition: Definition, state: State, dates: readonly Change[]): Change[] {
  const { series } = definition;
  return dates.filter(({ name, property, wire }) => {
    if (name !== series?.property) return true;
    const stored = state.values[name] ?? null;
    if (stored === null) return false;
    return !series.endsLater(property.type.toWire(stored), wire);
  });
}

/** Whether a program makes a series that begins with a later occurrence than the record, so that the record can't become it. */
const beginsLater = (definition: Definition, state: State, declared: Declared, now: number): boolean =>
  declaresSeries(definition, declared) && beginOffset(definition, declared, now) > lastOffsetIn(state);

/**
 * Returns the changes of a single maintenance with all dates of the program that the page, if it has been read, doesn't have: a service
 * rejects a new end that is before the start on the page.
 *
 * A date that the program has changed to what the page has needn't be sent, but is a change.
 */
function withDatesThatPageLacks(
  definition: Definition,
  { state, declared, page }: Sides,
  changes: readonly Change[],
): readonly Change[] {
  const [live] = page ?? [];
  if (live === undefined) return changes;
  const changed = changedDates(definition, state, declared);
  const dates: Change[] = [];
  for (const name of datesOf(definition)) {
    const property = definition.properties[name];
    const wire = property && findWire(property, declared[name]);
    if (property === undefined || wire === undefined) continue;
    const isOnPage = sameMeaning(property, wire, liveValue(property, live, wire) ?? null);
    const isChange = !isOnPage || changed.includes(name);
    if (isChange) dates.push({ name, property, kind: "changed", wire: isOnPage ? undefined : wire });
  }
  const others = changes.filter(({ name }) => !datesOf(definition).includes(name));
  return [...dates, ...others];
}

/** Whether the page decides what a change of the program means, so that a diff has to read it. */
export function dependsOnPage(definition: Definition, state: State, declared: Declared, now: number): boolean {
  if (deployedEnd(definition, state, now) !== "over") return false;
  const mayBeDraft = wasHidden(definition, state);
  // Another hub only moves a draft.
  if (mayBeDraft && !isDeepStrictEqual(state.values.hub, declared.hub)) return true;
  // A draft is compared with what a refresh has read.
  const before = mayBeDraft && isHidden(definition, state.values) ? state : withDeployedDates(definition, state);
  return compare(definition, before, declared).length > 0;
}

/** Whether an update has to read the page first: what was deployed is over, or the program ends a single maintenance. */
export function updatesByPage(definition: Definition, state: State, declared: Declared, now: number): boolean {
  if (deployedEnd(definition, state, now) === "over") return true;
  const isSingle = !isSeries(definition, state) && !declaresSeries(definition, declared);
  return isSingle && endIn(definition, declared, now) === "over";
}
