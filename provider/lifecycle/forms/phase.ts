import { isDeepStrictEqual } from "node:util";
import { type Declared, holdsUnknown, type Live, type Stored, type Wire } from "../../../model/api/form.ts";
import { type Definition, isHidden } from "../../../model/kinds/kind.ts";
import { type Change, compare, findWire, liveValue, sameMeaning } from "./compare.ts";
import { isHiddenOnPage, wasHidden } from "./hidden.ts";
import { asDeployed, declaresSeries, isManaged, isSeries, lastOffsetIn, type State } from "./state.ts";
import { wireIn } from "./wire.ts";

/*
 * Whether a maintenance is over: what the program says that was deployed, what the program says now, what the page shows, and
 * what follows from the three. Diff, preview, update and read switch on it. The page decides once the deployed end is over.
 *
 *     deployed   program    on the page       what happens
 *     to come    to come    anything          it is like any record
 *     to come    over       to come           like any record: the program ends it
 *     to come    over       over or deleted   history: it isn't compared, changed or made again
 *     over       over       over or deleted   history
 *     over       over       to come           extended: its dates and its hub stay, the rest is compared and sent
 *     over       to come    over or deleted   another record replaces it
 *     over       to come    to come           new dates, in an update
 *
 * A draft is like any record, whatever its dates, as long as the deployed program and the page both hide it. If the program's dates
 * aren't known yet, it is an update, never another record. So it is if nobody has read the page, which may be to come. A maintenance
 * that has begun is still to come: only the end counts.
 *
 * Series are the exception: new dates, other than a later end of the pattern, always need another record. So does a series that
 * begins later than the record that would become it.
 */

/** The end by one of the three. */
export type End = "to come" | "over" | "unknown";

export interface Phase {
  readonly deployed: End | "draft";
  readonly declared: End;
  readonly page: End | "deleted";
}

/** A record, or all dates of a series, as the page shows them. Empty if all are deleted; undefined if nobody has read it. */
export type Page = readonly Live[] | undefined;

export interface Sides {
  readonly state: State;
  readonly declared: Declared;
  readonly page: Page;
}

export function phaseOf(definition: Definition, { state, declared, page }: Sides, now: number): Phase {
  const deployed = deployedEnd(definition, state, now);
  const isDraft = wasHidden(definition, state) && isHiddenThere(definition, state, page);
  // A service may have made dates later than the pattern says.
  const hasSameDates = changedDates(definition, state, declared).length === 0;
  return {
    deployed: isDraft ? "draft" : deployed,
    declared: hasSameDates ? deployed : endIn(definition, declared, now),
    page: pageEnd(definition, { state, page, now }),
  };
}

/** The last column of the table, and `unclear`: the program's dates aren't known yet. */
export type Course = "like any record" | "history" | "extended" | "another record" | "new dates" | "unclear";

export function courseOf({ deployed, declared, page }: Phase): Course {
  const isLeft = page === "to come" || page === "unknown";
  if (deployed === "over") {
    if (declared === "unknown") return "unclear";
    if (declared === "over") return isLeft ? "extended" : "history";
    return isLeft ? "new dates" : "another record";
  }
  if (deployed === "to come" && declared === "over") return isLeft ? "like any record" : "history";
  return "like any record";
}

/** What an update changes: the diff, the preview and the update all ask it. */
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
    const replaces = namesOf(changes.filter(isFixed(declared)));
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

function changesOf(
  definition: Definition,
  sides: Sides,
  { course, now }: { readonly course: Course; readonly now: number },
): Pick<Plan, "changes" | "replaces"> {
  const { state, declared } = sides;
  const isDate = ({ name }: Change) => datesOf(definition).includes(name);
  const sinceDeployed = () => compare(definition, withDeployedDates(definition, state), declared);
  switch (course) {
    case "history":
      return { changes: [], replaces: [] };
    case "extended":
      return { changes: sinceDeployed().filter((change) => !isDate(change)), replaces: [] };
    case "another record": {
      const changes = sinceDeployed();
      return { changes, replaces: namesOf(changes.filter(isDate)) };
    }
    case "new dates": {
      const changes = sinceDeployed();
      if (isSeries(definition, state)) return { changes, replaces: namesOf(otherDates(definition, state, changes)) };
      if (beginsLater(definition, state, declared, now)) return { changes, replaces: namesOf(changes.filter(isDate)) };
      return { changes: withDatesFor(definition, sides, changes), replaces: [] };
    }
    case "unclear":
      return { changes: sinceDeployed(), replaces: [] };
    case "like any record":
      return changesOfAny(definition, sides, now);
  }
}

/** Returns the changes of a maintenance that is like any record. For a series, most other dates need another record. */
function changesOfAny(definition: Definition, sides: Sides, now: number): Pick<Plan, "changes" | "replaces"> {
  const { state, declared } = sides;
  const changes = compare(definition, state, declared);
  const dates = changes.filter(({ name, wire }) => wire !== undefined && datesOf(definition).includes(name));
  if (dates.length === 0 || dates.some(({ wire }) => holdsUnknown(wire))) return { changes, replaces: [] };
  if (isSeries(definition, state)) {
    const isOver = endIn(definition, state.values, now) === "over";
    return { changes, replaces: namesOf(isOver ? dates : otherDates(definition, state, dates)) };
  }
  const hasBegunLater = lastOffsetIn(state) > 0;
  const hasOtherTimes = hasBegunLater && dates.some(({ name }) => definition.period?.timed.includes(name));
  const isAnother = hasOtherTimes || beginsLater(definition, state, declared, now);
  if (isAnother) return { changes, replaces: namesOf(dates) };
  return { changes: withDatesFor(definition, sides, changes), replaces: [] };
}

const namesOf = (changes: readonly Change[]) => changes.map(({ name }) => name);

/**
 * Whether a change requires another record. It doesn't if the declaration was removed or matches the record, or if its
 * value isn't known yet and may turn out to match.
 */
const isFixed =
  (declared: Declared) =>
  ({ name, property, wire }: Change): boolean =>
    property.replaces === true && declared[name] !== undefined && wire !== undefined && !holdsUnknown(wire);

/** Returns the changes that give a series other dates than it has. A later end doesn't, nor does the pattern that it lacks so far. */
function otherDates(definition: Definition, state: State, changes: readonly Change[]): Change[] {
  const { series } = definition;
  return changes.filter(({ name, property, wire }) => {
    if (!datesOf(definition).includes(name)) return false;
    if (name !== series?.property) return true;
    const pattern = state.values[name] == null ? undefined : property.type.toWire(state.values[name]);
    return pattern !== undefined && !series.endsLater(pattern, wire);
  });
}

/** Whether a program makes a series that begins with a later date than the record, so that the record can't become it. */
const beginsLater = (definition: Definition, state: State, declared: Declared, now: number): boolean =>
  declaresSeries(definition, declared) && beginOffset(definition, declared, now) > lastOffsetIn(state);

/** Returns the changes with all dates that the page, if it has been read, doesn't have: an end is rejected before the start there. */
function withDatesFor(
  definition: Definition,
  { state, declared, page }: Sides,
  changes: readonly Change[],
): readonly Change[] {
  const [live] = page ?? [];
  if (live === undefined) return changes;
  const dates = datesOf(definition).flatMap((name) => dateFor(definition, { name, state, declared, live }));
  return [...dates, ...changes.filter(({ name }) => !datesOf(definition).includes(name))];
}

/** Returns a changed date of the program, to be sent unless the page has it already. */
function dateFor(
  definition: Definition,
  { name, state, declared, live }: Omit<Sides, "page"> & { readonly name: string; readonly live: Live },
): Change[] {
  const property = definition.properties[name];
  const wire = property && findWire(property, declared[name]);
  if (property === undefined || wire === undefined) return [];
  const isOnPage = sameMeaning(property, wire, liveValue(property, live, wire) ?? null);
  if (isOnPage && !changedDates(definition, state, declared).includes(name)) return [];
  return [{ name, property, kind: "changed", wire: isOnPage ? undefined : wire }];
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
  const isSingle = !isSeries(definition, state) && !declaresSeries(definition, declared);
  return deployedEnd(definition, state, now) === "over" || (isSingle && endIn(definition, declared, now) === "over");
}

/** The names of the properties with the dates of a record. */
export const datesOf = ({ period, series }: Definition): readonly string[] => [
  ...(period?.timed ?? []),
  ...(series === undefined ? [] : [series.property]),
];

/** Returns the names of the dates that the program has changed since it was deployed. */
function changedDates(definition: Definition, state: State, declared: Declared): string[] {
  const deployed = wireIn(definition, asDeployed(definition, state));
  const next = wireIn(definition, declared);
  return datesOf(definition).filter((name) => {
    const property = definition.properties[name];
    if (property === undefined) return false;
    const { key } = property;
    return holdsUnknown(declared[name]) || !sameMeaning(property, deployed[key] ?? null, next[key] ?? null);
  });
}

/** Returns a state with the dates that were deployed, where a refresh may have read those of the page. */
export function withDeployedDates(definition: Definition, state: State): State {
  const deployed = asDeployed(definition, state);
  const dates = datesOf(definition).map((name) => [name, deployed[name]]);
  return { ...state, values: { ...state.values, ...Object.fromEntries(dates) } };
}

function isHiddenThere(definition: Definition, state: State, page: Page): boolean {
  if (page === undefined) return isHidden(definition, state.values);
  return page.length === 0 || page.some((live) => isHiddenOnPage(definition, live));
}

/** The end that was deployed. A service may have made dates elsewhere than the pattern says. A lookup has deployed nothing. */
export function deployedEnd(definition: Definition, state: State, now: number): End {
  const { period, series } = definition;
  if (period === undefined || !isManaged(state)) return "unknown";
  const deployed = wireIn(definition, asDeployed(definition, state));
  const end = endOfTimes(definition, deployed, now);
  if (end !== "over" || series === undefined) return end;
  return endOfDate(definition, series.shifted(deployed, lastOffsetIn(state)), now);
}

/** The end in a program or a state. Dates that aren't known yet are never calculated with. */
export function endIn(definition: Definition, values: Declared | Stored, now: number): End {
  const isUnknown = datesOf(definition).some((name) => holdsUnknown(values[name]));
  return isUnknown || definition.period === undefined
    ? "unknown"
    : endOfTimes(definition, wireIn(definition, values), now);
}

function pageEnd(
  definition: Definition,
  { state, page, now }: Omit<Sides, "declared"> & { readonly now: number },
): Phase["page"] {
  if (page === undefined) return "unknown";
  if (page.length === 0) return "deleted";
  // Somebody may have made a single maintenance recurring.
  const endOfOne = isSeries(definition, state) ? endOfDate : endOfTimes;
  const ends = page.map((live) => endOfOne(definition, live, now));
  return ends.find((end) => end !== "over") ?? "over";
}

/** The end of a record with its pattern. A pattern of unknown meaning goes on. */
export function endOfTimes(definition: Definition, times: Wire | Live, now: number): End {
  const { series, properties } = definition;
  const pattern = series && times[properties[series.property]?.key ?? ""];
  const date = endOfDate(definition, times, now);
  if (series === undefined || pattern === undefined || pattern === null || date !== "over") return date;
  return series.nextOffset(times, now) === null ? "over" : "to come";
}

/** The end of one date, whatever its pattern. */
export function endOfDate({ period }: Definition, times: Wire | Live, now: number): End {
  const end = period?.endOf(times) ?? Number.NaN;
  if (Number.isNaN(end)) return "unknown";
  return end <= now ? "over" : "to come";
}

/** Returns the time from the first declared date to the first that isn't over; 0 if that isn't known, or all are. */
export function beginOffset(definition: Definition, declared: Declared, now: number): number {
  if (!declaresSeries(definition, declared) || endIn(definition, declared, now) !== "to come") return 0;
  return definition.series?.nextOffset(wireIn(definition, declared), now) ?? 0;
}
