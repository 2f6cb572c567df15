import { type Declared, holdsUnknown, type Stored } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { type Change, compare, sameMeaning } from "./compare.ts";
import { beginOffset, isDraft, isOver, wasOver } from "./history.ts";
import { asDeployed, declaresSeries, isSeries, occurrencesIn } from "./state.ts";
import { wireIn } from "./wire.ts";

/*
 * The one decision about what an update changes: the diff, the preview and the update all ask it.
 *
 *     program    until 3 December, later until 5 December      clock      4 December
 *     page       until 6 December: the team has extended it
 *     plan       while the program says 3 December: nothing. With 5 December: another record replaces this one.
 */

export interface Plan {
  /** The differences. Empty for history. */
  readonly changes: readonly Change[];
  /** The names of the changes that need another record. */
  readonly replaces: readonly string[];
  /** Whether the resource stays as it is, in its hub, because it is over. */
  readonly isHistory?: true;
}

/** Decides what a declaration changes, and what needs another record. */
export function planUpdate(definition: Definition, stored: Stored, declared: Declared, now: number): Plan {
  const changes = compare(definition, stored, declared);
  const { period } = definition;
  if (period === undefined) return { changes, replaces: namesOf(changes.filter(isFixed(declared))) };
  const dates = changes.filter(({ name, wire }) => wire !== undefined && isOfDates(definition, name));
  if (dates.some(({ wire }) => holdsUnknown(wire))) return { changes, replaces: [] };
  const deployedIsOver = wasOver(definition, stored, now);
  const isUnchanged = isAsDeployed(definition, stored, declared);
  const areSame = Object.keys(definition.properties).every((name) => !isOfDates(definition, name) || isUnchanged(name));
  const declaredIsOver = areSame ? deployedIsOver : isOver(definition, declared, now);
  if (deployedIsOver && !isDraft(definition, stored)) {
    if (declaredIsOver) return { changes: [], replaces: [], isHistory: true };
    // Where the team has extended it to these dates, a second one would be announced.
    if (dates.length === 0)
      return { changes: compare(definition, asDeployed(definition, stored), declared), replaces: [] };
    return { changes, replaces: namesOf(dates) };
  }
  if (isSeries(definition, stored)) {
    const others = isOver(definition, stored, now) ? dates : dates.filter(isOtherDate(definition, stored));
    return { changes, replaces: namesOf(others) };
  }
  // A series begins with its first date that isn't over, so a record that isn't that one can't become it.
  const begun = Math.max(0, ...Object.values(occurrencesIn(stored)));
  const isAnother = declaresSeries(definition, declared) && beginOffset(definition, declared, now) > begun;
  const hasOtherTimes = begun > 0 && dates.some(({ name }) => period.timed.includes(name));
  if (isAnother || hasOtherTimes) return { changes, replaces: namesOf(dates) };
  // Somebody has postponed a draft, whose declared end is over: moving it back would move it into the past.
  const isKept = ({ name }: Change) => declaredIsOver && period.timed.includes(name) && isUnchanged(name);
  return { changes: changes.filter((each) => !isKept(each)), replaces: [] };
}

const isOfDates = ({ period, series }: Definition, name: string): boolean =>
  period?.timed.includes(name) === true || name === series?.property;

const namesOf = (changes: readonly Change[]) => changes.map(({ name }) => name);

/**
 * Whether a change requires another record. It doesn't if the declaration was removed or matches the record, or if its
 * value isn't known yet and may turn out to match.
 */
const isFixed =
  (declared: Declared) =>
  ({ name, property, wire }: Change): boolean =>
    property.replaces === true && declared[name] !== undefined && wire !== undefined && !holdsUnknown(wire);

/** Whether a change gives a series other dates than it has. A later end doesn't, nor does the pattern that it lacks so far. */
const isOtherDate =
  ({ series }: Definition, stored: Stored) =>
  ({ name, property, wire }: Change): boolean => {
    if (name !== series?.property) return true;
    const pattern = stored[name] == null ? undefined : property.type.toWire(stored[name]);
    return pattern !== undefined && !series.endsLater(pattern, wire);
  };

function isAsDeployed(definition: Definition, stored: Stored, declared: Declared): (name: string) => boolean {
  const [deployed, now] = [asDeployed(definition, stored), declared].map((values) => wireIn(definition, values));
  return (name) => {
    const property = definition.properties[name];
    return (
      property !== undefined && sameMeaning(property, deployed?.[property.key] ?? null, now?.[property.key] ?? null)
    );
  };
}
