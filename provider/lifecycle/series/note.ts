import type { Live, Wire } from "../../../model/api/form.ts";
import { parseInstant } from "../../../model/api/instant.ts";
import { isLeft } from "../../../model/api/live.ts";
import { textOf } from "../../../model/api/object.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { ifError, isStatusHubError } from "../../client/errors.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import { asDeployed } from "../forms/deployed.ts";
import { declaredIn, declaresSeries, type Known, recordIdsIn, type State } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { ifListed, readMatches } from "../record/find.ts";
import { unlessDeleted } from "../record/read.ts";
import {
  findLastLeft,
  isAsLong,
  isOccurrenceOver,
  isRepeating,
  type NotedOccurrence,
  notedIn,
  occurrenceAt,
  patternKey,
  type SeriesScope,
} from "./occurrences.ts";

/*
 * Notes the occurrences of a series, so that nothing has to be recognized by likeness later: the records that have appeared with the
 * write of its pattern, and equal its own record in all but their times.
 *
 *     sent       list: 1, 7. PUT 1 { event_repeat: Sundays, ... }. List: 1, 2: 9 December, 3: 16 December, 7
 *     state      id "1", __occurrences { 1: 0, 2: 7 days, 3: 14 days }, and never 7, which was there before the PUT
 */

/**
 * Runs a write that makes occurrences, and notes them. If they can't be found afterwards, only those that are known already are noted.
 *
 * @param to the occurrence to which it goes. @default the first one
 */
export function notingOccurrences(scope: SeriesScope, write: () => Promise<Known>, to?: string): Promise<Known> {
  // Only this series can have made what appears meanwhile and no other resource has.
  return scope.collection.inTurn(async () => {
    const listedBefore = await ifListed(scope.collection.listNow);
    const known = await write();
    if (listedBefore === undefined) return known;
    const state = withAppeared(scope, known, { id: to ?? known.id, listedBefore });
    // The occurrences were made, so a failed search must not lose the record.
    return { ...known, state: await state.catch(ifError(isStatusHubError, () => known.state)) };
  });
}

/** Notes the occurrences that have appeared with a write of this run to one of a series. */
async function withAppeared(
  scope: SeriesScope,
  known: Known,
  { id, listedBefore }: { readonly id: string; readonly listedBefore: readonly Live[] },
): Promise<State> {
  const { state } = known;
  const listed = await scope.collection.listNow();
  const live = listed.find((each) => String(each.id) === id);
  const idsBefore = new Set(listedBefore.map((each) => String(each.id)));
  const appeared = listed.filter((each) => !idsBefore.has(String(each.id)));
  const times = occurrenceAt(scope.definition, state.values, state.occurrences[id] ?? 0);
  const found = live === undefined ? [] : await findLater(scope, { live, times, hasMade: true }, appeared);
  return withFound(scope, known, { found, listed });
}

/**
 * Notes occurrences that a service has added since the last noted one that is left: equal records on the pattern that aren't older than
 * that, and that no resource has.
 */
export async function withLater(scope: SeriesScope, known: Known): Promise<State> {
  const { definition, collection } = scope;
  const last = await findLastLeft(notedIn(known), unlessDeleted(collection.get));
  const listed = (await ifListed(collection.list)) ?? [];
  if (last === undefined) return withFound(scope, known, { found: [], listed });
  const { live } = last;
  const times = timesOf(definition, last, known.state);
  const created = createdAt(live);
  const added = listed.filter((each) => {
    const isOlder = createdAt(each) < created;
    const offset = definition.series.offsetOf(times, each) ?? 0;
    return !isOlder && offset > 0;
  });
  const found = await findLater(scope, { live, times, hasMade: false }, added);
  return withFound(scope, known, { found, listed });
}

const createdAt = ({ created_at }: Live): number => parseInstant(textOf(created_at)) ?? Number.NaN;

/**
 * Returns the times and the pattern of a noted occurrence by the program, also if somebody has moved it on the page. If the program
 * doesn't repeat, only the page knows them.
 */
function timesOf(
  definition: SeriesDefinition,
  { live, offset }: NotedOccurrence & { readonly live: Live },
  state: State,
): Wire | Live {
  const { startOf } = definition.series;
  const declared = occurrenceAt(definition, state.values, offset);
  const key = patternKey(definition);
  // The page knows the pattern, also if the response to the write that set it was lost.
  const times = isRepeating(definition, live) ? { ...declared, [key]: live[key] } : declared;
  const isMoved = startOf(live) !== startOf(times);
  const isRepeatedByProgram = declaresSeries(definition, asDeployed(definition, state));
  return isMoved && !isRepeatedByProgram ? live : times;
}

/** Adds records that were found to the noted occurrences, unless another resource has one. */
function withFound(
  { definition, owners }: SeriesScope,
  { id, state }: Known,
  { found, listed }: { readonly found: readonly Live[]; readonly listed: readonly Live[] },
): State {
  const { startOf } = definition.series;
  const first = startOf(wireIn(definition, state.values));
  const ids = found.map((live) => String(live.id));
  const free = owners.addToFree(definition, ids, state.owner);
  const added = new Map<string, number>();
  for (const live of found) {
    if (free.includes(String(live.id))) added.set(String(live.id), startOf(live) - first);
  }
  const offsets = [...added.values()];
  const noted = Object.entries({ [id]: 0, ...state.occurrences });
  // One that the service has made again gets its new ID.
  const left = noted.filter(([each, offset]) => {
    const isListed = listed.some((live) => String(live.id) === each);
    return isListed || !offsets.includes(offset);
  });
  return { ...state, occurrences: { ...Object.fromEntries(left), ...Object.fromEntries(added) } };
}

/** An occurrence, after which others are searched. */
interface Earlier {
  readonly live: Live;
  /** Its times and its pattern: the page may show others. */
  readonly times: Wire | Live;
  /** Whether the records have appeared with a write to it. Then one on its pattern is sure, also if a list shows no pattern. */
  readonly hasMade: boolean;
}

/** Returns those of some records that are later occurrences, and that no resource has. */
async function findLater(scope: SeriesScope, earlier: Earlier, records: readonly Live[]): Promise<Live[]> {
  const { definition } = scope;
  const { startOf } = definition.series;
  // Documented: lists carry basic info, which may leave out the times.
  const withTimes = await Promise.all(
    records.map((live) => (Number.isNaN(startOf(live)) ? readWhole(scope, live) : live)),
  );
  const possible = withTimes.filter((live) => mayFollow(scope, earlier.times, live));
  const byStart = [...Map.groupBy(possible, startOf).values()];
  const found = await Promise.all(byStart.map((together) => findOnly(scope, earlier, together)));
  return found.filter((live) => live !== undefined);
}

/** Returns the one occurrence among records that start at the same time. If there are two, neither is certain, so neither counts. */
async function findOnly(
  scope: SeriesScope,
  { live: own, times, hasMade }: Earlier,
  together: readonly Live[],
): Promise<Live | undefined> {
  const { definition } = scope;
  const [listed] = together;
  if (hasMade && together.length === 1 && listed !== undefined) {
    const isOnPattern = definition.series.offsetOf(times, listed) !== undefined;
    if (isOnPattern && hasValuesOf(definition, own, listed)) return listed;
  }
  // Elsewhere, and on another calendar than ours, only the whole record tells.
  const whole = await Promise.all(together.map((live) => readWhole(scope, live)));
  const found = whole.filter((live) => mayFollow(scope, times, live) && isOccurrenceOf(definition, own, live));
  return found.length === 1 ? found[0] : undefined;
}

/** Reads a listed record; empty if it isn't there any more. */
const readWhole = async ({ collection }: SeriesScope, { id }: Live): Promise<Live> =>
  (await collection.get(String(id))) ?? {};

/** Whether a record that no resource has is later than an occurrence. Somebody may have extended one of them. */
function mayFollow({ definition, owners }: SeriesScope, times: Wire | Live, live: Live): boolean {
  const { startOf } = definition.series;
  return isLeft(live) && !owners.has(definition, String(live.id)) && startOf(live) > startOf(times);
}

/** Whether a record repeats as an occurrence of a series does, and has the same values, as far as both show them. */
export const isOccurrenceOf = (definition: SeriesDefinition, own: Live, live: Live): boolean =>
  isRepeating(definition, live) && hasValuesOf(definition, own, live);

/** Whether a record has all values of an occurrence but its times, as far as both show them. It may show no pattern. */
export function hasValuesOf(definition: SeriesDefinition, own: Live, live: Live): boolean {
  const { properties, series } = definition;
  return Object.entries(properties).every(([name, property]) => {
    if (series.timed.includes(name)) return true;
    if (name === series.property && !isRepeating(definition, live)) return true;
    const ours = liveValue(property, own, undefined);
    const shown = liveValue(property, live, undefined);
    return ours === undefined || shown === undefined || sameMeaning(property, ours, shown);
  });
}

/**
 * Finds live records that look like occurrences of a series but aren't noted: only a person knows whose they are. None of its own may be
 * left, so they are compared with the state.
 */
export async function findUnnoted(scope: SeriesScope, { id, state }: Known): Promise<string[]> {
  const { definition, collection } = scope;
  const { timed, property: patternName, offsetOf } = definition.series;
  const declared = declaredIn(definition, state);
  const names = Object.entries(definition.properties)
    .filter(([name, { hides }]) => !timed.includes(name) && name !== patternName && hides === undefined)
    .map(([name]) => name)
    .filter((name) => declared[name] !== undefined);
  const ownIds = recordIdsIn(id, state);
  const listed = ((await ifListed(collection.listNow)) ?? []).filter((live) => !ownIds.includes(String(live.id)));
  const shown = [...timed, patternName].flatMap((name) => definition.properties[name]?.key ?? []);
  const alike = await readMatches(scope, listed, { declared, names }, shown);
  const first = wireIn(definition, state.values);
  const isUnnoted = (live: Live) => {
    if (!mayFollow(scope, first, live) || isOccurrenceOver(scope, live)) return false;
    const isOnPattern = offsetOf(first, live) !== undefined;
    const repeatsAlike = isRepeating(definition, live) && isAsLong(scope, first, live);
    return isOnPattern || repeatsAlike;
  };
  return alike.filter(isUnnoted).map((live) => String(live.id));
}
