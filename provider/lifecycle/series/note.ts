import type { Live, Wire } from "../../../model/api/form.ts";
import { parseInstant } from "../../../model/api/instant.ts";
import { isLeft } from "../../../model/api/live.ts";
import { textOf } from "../../../model/api/object.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { ifError, isStatusHubError } from "../../client/errors.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import type { Page } from "../forms/phase.ts";
import {
  asDeployed,
  declaredIn,
  declaresSeries,
  isSeries,
  isUnconfirmed,
  type Known,
  type Occurrences,
  recordIdsIn,
  type State,
} from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { ifListed, readMatches } from "../record/find.ts";
import { unlessDeleted } from "../record/read.ts";
import {
  afterHistory,
  type CurrentOccurrence,
  findCurrent,
  findLastLeft,
  isAsLong,
  isOccurrenceOver,
  isRepeating,
  notedIn,
  occurrenceAt,
  occurrencesOnPage,
  type Purpose,
  patternKey,
  type SeriesScope,
  type ShownOccurrence,
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

async function withAppeared(
  scope: SeriesScope,
  known: Known,
  { id, listedBefore }: { readonly id: string; readonly listedBefore: readonly Live[] },
): Promise<State> {
  const listed = await scope.collection.listNow();
  const own = listed.find((live) => String(live.id) === id);
  const idsBefore = new Set(listedBefore.map((live) => String(live.id)));
  const appeared = listed.filter((live) => !idsBefore.has(String(live.id)));
  const { state } = known;
  const at = occurrenceAt(scope.definition, state.values, state.occurrences[id] ?? 0);
  const found = await occurrencesAmong(scope, { own, at, state, mayLackPattern: true }, appeared);
  return addOccurrences(scope, known, { found, listed });
}

/**
 * Notes occurrences that a service has added since the last noted one that is left: equal records on the pattern that aren't older than that,
 * and that no resource has.
 */
export async function withLater(scope: SeriesScope, known: Known): Promise<State> {
  const { definition, collection } = scope;
  const { state } = known;
  const last = await findLastLeft(notedIn(known), unlessDeleted(collection.get));
  const { live: own, offset = 0 } = last ?? {};
  const key = patternKey(definition);
  // The page knows the pattern, also if the response to the write that set it was lost.
  const shown = own?.[key] ?? null;
  const occurrence = { ...occurrenceAt(definition, state.values, offset), ...(shown !== null && { [key]: shown }) };
  const at = startsFrom(scope, { own, occurrence, state });
  const created = instantIn(own?.created_at);
  const isLater = (live: Live) => {
    const isOlder = instantIn(live.created_at) < created;
    const offset = definition.series.offsetOf(at, live) ?? 0;
    return !isOlder && offset > 0;
  };
  const listed = (await ifListed(collection.list)) ?? [];
  const found = await occurrencesAmong(scope, { own, at, state, mayLackPattern: false }, listed.filter(isLater));
  return addOccurrences(scope, known, { found, listed });
}

/** The occurrence from which later ones count. Somebody may have moved it, but what the program doesn't repeat has only the occurrences of the page. */
function startsFrom(
  { definition }: SeriesScope,
  {
    own,
    occurrence,
    state,
  }: { readonly own: Live | undefined; readonly occurrence: Wire | Live; readonly state: State },
): Wire | Live {
  const { startOf } = definition.series;
  const isMoved = own !== undefined && startOf(own) !== startOf(occurrence);
  if (!isMoved) return occurrence;
  return declaresSeries(definition, asDeployed(definition, state)) ? occurrence : own;
}

/** Adds the occurrences that are free. One that the service has made again gets its new ID. */
function addOccurrences(
  { definition, owners }: SeriesScope,
  { id, state }: Known,
  { found, listed }: { readonly found: Occurrences; readonly listed: readonly Live[] },
): State {
  const free = owners.addToFree(definition, Object.keys(found), state.owner);
  const occurrences = Object.fromEntries(Object.entries(found).filter(([each]) => free.includes(each)));
  const isLeft = ([each, time]: [string, number]) =>
    !Object.values(occurrences).includes(time) || listed.some((live) => String(live.id) === each);
  const left = Object.entries({ [id]: 0, ...state.occurrences }).filter(isLeft);
  return { ...state, occurrences: { ...Object.fromEntries(left), ...occurrences } };
}

/**
 * Finds live records that look like occurrences of a series but aren't noted: only a person knows whose they are. None of its own may be
 * left, so they are compared with the state.
 */
export async function findUnnoted(scope: SeriesScope, { id, state }: Known): Promise<string[]> {
  const { definition, collection } = scope;
  const { timed, property: patternName } = definition.series;
  const declared = declaredIn(definition, state);
  const isOfDate = (name: string) =>
    timed.includes(name) || name === patternName || definition.properties[name]?.hides !== undefined;
  const names = Object.keys(definition.properties).filter((name) => declared[name] !== undefined && !isOfDate(name));
  const ownIds = recordIdsIn(id, state);
  const listed = ((await ifListed(collection.listNow)) ?? []).filter((live) => !ownIds.includes(String(live.id)));
  const first = wireIn(definition, state.values);
  const isOccurrence = (live: Live) =>
    mayFollow(scope, first, live) &&
    !isOccurrenceOver(scope, live) &&
    (definition.series.offsetOf(first, live) !== undefined ||
      (isRepeating(definition, live) && isAsLong(scope, first, live)));
  const shown = [...timed, patternName].flatMap((name) => definition.properties[name]?.key ?? []);
  const alike = await readMatches(scope, listed, { declared, names }, shown);
  return alike.filter(isOccurrence).map((live) => String(live.id));
}

/**
 * Finds the current occurrence. If a series is left with one occurrence, or with none, its list is asked for others: somebody may have changed
 * its pattern, or the response to a write that made them was lost.
 */
export async function findCurrentOrNote(
  scope: SeriesScope,
  known: Known,
  purpose: Purpose = {},
): Promise<{ readonly occurrence: CurrentOccurrence | "over" | undefined; readonly state: State }> {
  const { definition } = scope;
  const { state } = known;
  const occurrence = await findCurrent(scope, known, purpose);
  const isToCome = occurrence !== undefined && occurrence !== "over" && !occurrence.isOver;
  if ((isToCome && !mayHaveOthers(definition, known)) || !isSeries(definition, state)) return { occurrence, state };
  const withOccurrences = await withLater(scope, known);
  return {
    occurrence: await findCurrent(scope, { ...known, state: withOccurrences }, purpose),
    state: withOccurrences,
  };
}

/** Whether a series may have occurrences that aren't noted. */
function mayHaveOthers(definition: SeriesDefinition, known: Known): boolean {
  const hasOne = notedIn(known).length === 1 && declaresSeries(definition, known.state.values);
  return hasOne || isUnconfirmed(definition, known.state);
}

/** Reads what the page shows of a record, or of all occurrences of a series. */
export async function readPage(scope: SeriesScope, known: Known): Promise<Page> {
  const { definition } = scope;
  const mayBeMore = isSeries(definition, known.state) && mayHaveOthers(definition, known);
  const state = mayBeMore ? await withLater(scope, known) : known.state;
  const occurrences = await occurrencesOnPage(scope, { ...known, state });
  const writable = afterHistory(scope, occurrences);
  // A write to what begins before history would reach that, so it counts as over, too.
  const isSeen = (occurrence: ShownOccurrence) =>
    writable.includes(occurrence) || (occurrence.live !== undefined && isOccurrenceOver(scope, occurrence.live));
  return occurrences
    .filter(isSeen)
    .map(({ live }) => live)
    .filter((live) => live !== undefined);
}

/** A record of a series, its times as declared, and the state. */
interface EarlierOccurrence {
  readonly own: Live | undefined;
  readonly at: Wire | Live;
  readonly state: State;
  /** Whether a later occurrence may show no pattern: it has appeared with our own write. */
  readonly mayLackPattern: boolean;
}

/** Returns the free records that are later occurrences. If two have the same time, neither is certain, so neither counts. */
async function occurrencesAmong(
  scope: SeriesScope,
  { own, at, state, mayLackPattern }: EarlierOccurrence,
  records: readonly Live[],
): Promise<Occurrences> {
  const { definition, collection } = scope;
  const { startOf, offsetOf } = definition.series;
  if (own === undefined) return {};
  const isPossible = (live: Live) => mayFollow(scope, at, live);
  const read = async ({ id }: Live) => (await collection.get(String(id))) ?? {};
  // Documented: lists carry basic info, which may leave out the times.
  const withTimes = await Promise.all(records.map((live) => (Number.isNaN(startOf(live)) ? read(live) : live)));
  const groups = Map.groupBy(withTimes.filter(isPossible), startOf);
  const isListedOccurrence = (live: Live) =>
    mayLackPattern && offsetOf(at, live) !== undefined && isOccurrenceOf(definition, own, live, true);
  const isWholeOccurrence = (live: Live) => isPossible(live) && isOccurrenceOf(definition, own, live);
  const occurrenceAmong = async (together: readonly Live[]) => {
    if (together.length === 1 && together.every(isListedOccurrence)) return together;
    // Elsewhere, and on another calendar than ours, only the whole record tells.
    const whole = await Promise.all(together.map(read));
    const occurrences = whole.filter(isWholeOccurrence);
    return occurrences.length === 1 ? occurrences : [];
  };
  const occurrences = (await Promise.all([...groups.values()].map(occurrenceAmong))).flat();
  const first = startOf(wireIn(definition, state.values));
  return Object.fromEntries(occurrences.map((live) => [String(live.id), startOf(live) - first]));
}

/** Whether a record that no resource has is later than an occurrence. Somebody may have extended one of them. */
function mayFollow({ definition, owners }: SeriesScope, at: Wire | Live, live: Live): boolean {
  const { startOf } = definition.series;
  return isLeft(live) && !owners.has(definition, String(live.id)) && startOf(live) > startOf(at);
}

/** Whether a record has the pattern and all values of one of a series, as far as both show them. */
export function isOccurrenceOf(
  { properties, series }: SeriesDefinition,
  own: Live,
  live: Live,
  mayLackPattern = false,
): boolean {
  return Object.entries(properties).every(([name, property]) => {
    const isPattern = name === series.property;
    if (series.timed.includes(name)) return true;
    const ours = liveValue(property, own, undefined);
    const shown = liveValue(property, live, undefined);
    if (isPattern && (shown ?? null) === null) return mayLackPattern;
    return ours === undefined || shown === undefined || sameMeaning(property, ours, shown);
  });
}

const instantIn = (time: unknown): number => parseInstant(textOf(time)) ?? Number.NaN;
