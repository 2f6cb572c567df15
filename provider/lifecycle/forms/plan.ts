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
  /** Whether it stays in its hub, whatever the program says: it is over, or goes on only because the team has extended it. */
  readonly keepsHub: boolean;
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
    return { course: "like any record", changes, replaces, keepsHub: false, publishes: false, publishesOver: false };
  }
  const phase = phaseOf(definition, sides, now);
  const course = courseOf(phase);
  const publishes = phase.deployed === "draft" && period.announces(declared);
  return {
    course,
    ...changesOf(definition, sides, { course, now }),
    keepsHub: course === "history" || course === "extended",
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
  const dates = datesAmong(definition, changes);
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
  const dates = datesAmong(definition, changes).filter(({ wire }) => wire !== undefined);
  const areUnknown = dates.some(({ wire }) => holdsUnknown(wire));
  if (dates.length === 0 || areUnknown) return { changes, replaces: [] };
  if (cannotGetDates(definition, state, dates, now)) return { changes, replaces: namesOf(dates) };
  return changesWithDates(definition, sides, { changes, dates, now });
}

/** Whether a record can't get other dates: its series is over, or it is a later occurrence than the one that the program declares. */
function cannotGetDates(definition: Definition, state: State, dates: readonly Change[], now: number): boolean {
  if (isSeries(definition, state)) return endIn(definition, state.values, now) === "over";
  const beganLater = lastOffsetIn(state) > 0;
  const hasOtherTimes = dates.some(({ name }) => definition.period?.timed.includes(name));
  return beganLater && hasOtherTimes;
}

interface ChangedDates {
  readonly changes: readonly Change[];
  /** Those of them that are about dates. */
  readonly dates: readonly Change[];
  readonly now: number;
}

/** Returns the changes of a maintenance that can get some other dates. */
function changesWithDates(definition: Definition, sides: Sides, { changes, dates, now }: ChangedDates): Changes {
  const { state, declared } = sides;
  if (isSeries(definition, state)) {
    const others = dates.filter((change) => needsAnotherSeries(definition, state, change));
    return { changes, replaces: namesOf(others) };
  }
  // The program makes a series that begins with a later occurrence than the record, so that it can't become that.
  const becomesSeries = declaresSeries(definition, declared);
  const beginsLater = becomesSeries && beginOffset(definition, declared, now) > lastOffsetIn(state);
  if (beginsLater) return { changes, replaces: namesOf(dates) };
  return { changes: withDatesThatPageLacks(definition, sides, changes), replaces: [] };
}

const datesAmong = (definition: Definition, changes: readonly Change[]) =>
  changes.filter(({ name }) => datesOf(definition).includes(name));

const namesOf = (changes: readonly Change[]) => changes.map(({ name }) => name);

/**
 * Whether a change requires another record. It doesn't if the declaration was removed or matches the record, or if its
 * value isn't known yet and may turn out to match.
 */
const isFixed = ({ name, property, wire }: Change, declared: Declared): boolean =>
  property.replaces === true && declared[name] !== undefined && wire !== undefined && !holdsUnknown(wire);

/** Whether a series can't get a changed date. It can get a later end of its pattern, and the pattern if it lacks one so far. */
function needsAnotherSeries({ series }: Definition, state: State, { name, property, wire }: Change): boolean {
  if (name !== series?.property) return true;
  const stored = state.values[name] ?? null;
  const lacksPattern = stored === null;
  return !lacksPattern && !series.continues(property.type.toWire(stored), wire);
}

/**
 * Returns the changes of a single maintenance, with all dates of the program that the page doesn't have, if it has been read: a service
 * rejects a new end that is before the start on the page.
 *
 *     deployed   9:00 to 10:00
 *     page       11:00 to 12:00
 *     program    9:00 to 12:00    startTime isn't changed, but sent; endTime is changed, but needn't be sent
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
    const isChange = changed.includes(name) || !isOnPage;
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
