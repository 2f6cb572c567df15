import type { Declared, Live, Wire } from "../../../model/api/form.ts";
import { isLeft } from "../../../model/api/live.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { deletedOnHub } from "../../errors/up.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import { datesOf } from "../forms/dates.ts";
import { declaredIn, type Known, recordIdsIn } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { ifListed, readMatches } from "../record/find.ts";
import { isAsLong, isOccurrenceOver, isRepeating, type SeriesScope } from "./occurrences.ts";

/*
 * Recognizes the records of a series, because no field links them. Inferred (occurrences): they have the same values, except their times.
 *
 *     findLater      records that are surely occurrences: they equal another record of the series
 *     findUnnoted    records that may be: none of the series may be left, so they are compared with the state, and only named in messages
 */

/** The occurrence after which others are searched. */
interface Earlier {
  readonly live: Live;
  /** Its times and its pattern. Where somebody has changed those on the page, they may be those of the program. */
  readonly times: Wire | Live;
  /** Whether the searched records have appeared in the list with a write of ours to it. */
  readonly haveAppeared: boolean;
}

/** Returns those of some listed records that are later occurrences, and that no resource has. */
export async function findLater(scope: SeriesScope, earlier: Earlier, records: readonly Live[]): Promise<Live[]> {
  const { startOf } = scope.definition.series;
  // Documented: lists carry basic info, which may leave out the times.
  const withTimes = await Promise.all(
    records.map((live) => (Number.isNaN(startOf(live)) ? readWhole(scope, live) : live)),
  );
  const possible = withTimes.filter(isPresent).filter((live) => mayFollow(scope, earlier.times, live));
  const byStart = [...Map.groupBy(possible, startOf).values()];
  const found = await Promise.all(byStart.map((together) => findOnly(scope, earlier, together)));
  return found.filter(isPresent);
}

/**
 * Returns the one occurrence among records that start at the same time:
 *
 *     one record that is certain    that, as the list shows it
 *     otherwise                     the one whose whole record repeats and has the same values
 *     two such records              none of them: nobody knows which
 */
async function findOnly(scope: SeriesScope, earlier: Earlier, together: readonly Live[]): Promise<Live | undefined> {
  const { definition } = scope;
  const [first, ...others] = together;
  const isOnlyOne = first !== undefined && others.length === 0;
  if (isOnlyOne && isCertain(definition, earlier, first)) return first;
  const whole = (await Promise.all(together.map((live) => readWhole(scope, live)))).filter(isPresent);
  const occurrences = whole.filter(
    (live) => mayFollow(scope, earlier.times, live) && isOccurrenceOf(definition, earlier.live, live),
  );
  return occurrences.length === 1 ? occurrences[0] : undefined;
}

/**
 * Whether a listed record is surely an occurrence, even if the list doesn't show its pattern: a write to the series has made it appear, and
 * it starts when we expect one. Inferred (series-clock): if the service has another calendar, it may start at another time.
 */
function isCertain(definition: SeriesDefinition, { live, times, haveAppeared }: Earlier, listed: Live): boolean {
  const isOnPattern = definition.series.offsetOf(times, listed) !== undefined;
  return haveAppeared && isOnPattern && hasValuesOf(definition, live, listed);
}

/** Reads a listed record with its own request; undefined if it isn't there any more. */
const readWhole = ({ collection }: SeriesScope, { id }: Live): Promise<Live | undefined> => collection.get(String(id));

const isPresent = (live: Live | undefined): live is Live => live !== undefined;

/** Whether a record that no resource has starts after an occurrence. When it ends doesn't count: somebody may have extended one of them. */
function mayFollow({ definition, owners }: SeriesScope, times: Wire | Live, live: Live): boolean {
  const { startOf } = definition.series;
  return isLeft(live) && !owners.has(definition, String(live.id)) && startOf(live) > startOf(times);
}

/** Whether a record repeats, and has the values of an occurrence. */
export const isOccurrenceOf = (definition: SeriesDefinition, own: Live, live: Live): boolean =>
  isRepeating(definition, live) && hasValuesOf(definition, own, live);

/** Whether a record has all values of an occurrence but its times, as far as both show them. It need not show a pattern. */
export function hasValuesOf(definition: SeriesDefinition, own: Live, live: Live): boolean {
  const { properties, series } = definition;
  return Object.entries(properties).every(([name, property]) => {
    if (series.timed.includes(name)) return true;
    const lacksPattern = name === series.property && !isRepeating(definition, live);
    if (lacksPattern) return true;
    const ours = liveValue(property, own, undefined);
    const shown = liveValue(property, live, undefined);
    return ours === undefined || shown === undefined || sameMeaning(property, ours, shown);
  });
}

/** Returns the IDs of live records that look like occurrences of a series but aren't noted: only a person knows whose they are. */
export async function findUnnoted(scope: SeriesScope, { id, state }: Known): Promise<string[]> {
  const { definition, collection } = scope;
  const ownIds = recordIdsIn(id, state);
  const listed = (await ifListed(collection.listNow)) ?? [];
  const others = listed.filter((live) => !ownIds.includes(String(live.id)));
  const declared = declaredIn(definition, state);
  const keysOfDates = datesOf(definition).flatMap((name) => definition.properties[name]?.key ?? []);
  const alike = await readMatches(scope, others, { declared, names: namesAlike(definition, declared) }, keysOfDates);
  const first = wireIn(definition, state.values);
  const unnoted = alike.filter((live) => mayBeToCome(scope, first, live));
  return unnoted.map((live) => String(live.id));
}

/** Returns the names of the declared properties that are alike in all occurrences: not their dates, and somebody may hide or show one. */
function namesAlike(definition: SeriesDefinition, declared: Declared): string[] {
  const dates = datesOf(definition);
  const properties = Object.entries(definition.properties);
  const alike = properties.filter(([name, { hides }]) => !dates.includes(name) && hides === undefined);
  return alike.map(([name]) => name).filter((name) => declared[name] !== undefined);
}

/** Whether a record that no resource has may be an occurrence that is to come: by its time, or because it repeats and is as long as the first. */
function mayBeToCome(scope: SeriesScope, first: Wire, live: Live): boolean {
  const { definition } = scope;
  if (!mayFollow(scope, first, live) || isOccurrenceOver(scope, live)) return false;
  const isOnPattern = definition.series.offsetOf(first, live) !== undefined;
  const repeatsAlike = isRepeating(definition, live) && isAsLong(scope, first, live);
  return isOnPattern || repeatsAlike;
}

/** Requires that a series that is gone isn't made and announced again beside occurrences that aren't noted. */
export async function requireNoUnnoted(scope: SeriesScope, known: Known): Promise<void> {
  const unnoted = await findUnnoted(scope, known);
  if (unnoted.length > 0) throw new StatusHubError(deletedOnHub.others({ ids: unnoted.join(", ") }));
}
