import type { Live, Wire } from "../../../model/api/form.ts";
import { parseInstant } from "../../../model/api/instant.ts";
import { textOf } from "../../../model/api/object.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { ifError, isStatusHubError } from "../../client/errors.ts";
import { asDeployed } from "../forms/deployed.ts";
import { declaresSeries, type Known, type State } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { ifListed } from "../record/find.ts";
import { unlessDeleted } from "../record/read.ts";
import { findLater } from "./later.ts";
import {
  findLastLeft,
  isRepeating,
  type NotedOccurrence,
  notedIn,
  occurrenceAt,
  patternKey,
  type SeriesScope,
} from "./occurrences.ts";

/*
 * Notes the occurrences of a series in its state: those that a write of its pattern has made, and those that the service adds later.
 *
 *     sent       list: 1, 7. PUT 1 { event_repeat: Sundays, ... }. List: 1, 2: 9 December, 3: 16 December, 7
 *     state      id "1", __occurrences { 1: 0, 2: 7 days, 3: 14 days }, and never 7, which was there before the PUT
 */

/**
 * Runs a write that makes occurrences, and notes them. If they can't be found afterwards, only those that are known already are noted.
 *
 * @param sentTo the occurrence to which it goes. @default the first one
 */
export function notingOccurrences(scope: SeriesScope, write: () => Promise<Known>, sentTo?: string): Promise<Known> {
  // Only this series can have made what appears meanwhile and no other resource has.
  return scope.collection.inTurn(async () => {
    const listedBefore = await ifListed(scope.collection.listNow);
    const known = await write();
    if (listedBefore === undefined) return known;
    const noting = noteAppeared(scope, known, { sentTo: sentTo ?? known.id, listedBefore });
    // The occurrences were made, so a failed search must not lose the record.
    const state = await noting.catch(ifError(isStatusHubError, () => known.state));
    return { ...known, state };
  });
}

/** Notes the occurrences that have appeared with a write to one of a series. */
async function noteAppeared(
  scope: SeriesScope,
  known: Known,
  { sentTo, listedBefore }: { readonly sentTo: string; readonly listedBefore: readonly Live[] },
): Promise<State> {
  const { state } = known;
  const listed = await scope.collection.listNow();
  const live = listed.find((each) => idOf(each) === sentTo);
  // Without it, nothing can be recognized as equal to it.
  if (live === undefined) return noteFound(scope, known, { found: [], listed });
  const times = occurrenceAt(scope.definition, state.values, state.occurrences[sentTo] ?? 0);
  const idsBefore = new Set(listedBefore.map(idOf));
  const appeared = listed.filter((each) => !idsBefore.has(idOf(each)));
  const found = await findLater(scope, { live, times, haveAppeared: true }, appeared);
  return noteFound(scope, known, { found, listed });
}

/**
 * Notes occurrences that a service has added after the last noted one that is left: equal records on the pattern that no resource has, and
 * that weren't created before it.
 */
export async function withLater(scope: SeriesScope, known: Known): Promise<State> {
  const { definition, collection } = scope;
  const last = await findLastLeft(notedIn(known), unlessDeleted(collection.get));
  const listed = (await ifListed(collection.list)) ?? [];
  if (last === undefined) return noteFound(scope, known, { found: [], listed });
  const times = timesOf(definition, last, known.state);
  const mayBeAdded = (live: Live) => {
    const offset = definition.series.offsetOf(times, live);
    const isLaterOnPattern = offset !== undefined && offset > 0;
    return isLaterOnPattern && !wasCreatedBefore(live, last.live);
  };
  const found = await findLater(scope, { live: last.live, times, haveAppeared: false }, listed.filter(mayBeAdded));
  return noteFound(scope, known, { found, listed });
}

/** Whether a record is certainly older: a list may not say when it was created. */
function wasCreatedBefore(live: Live, other: Live): boolean {
  const created = parseInstant(textOf(live.created_at));
  const otherCreated = parseInstant(textOf(other.created_at));
  return created !== undefined && otherCreated !== undefined && created < otherCreated;
}

/** Returns the times and the pattern of an occurrence, after which later ones are searched. */
function timesOf(
  definition: SeriesDefinition,
  { live, offset }: NotedOccurrence & { readonly live: Live },
  state: State,
): Wire | Live {
  const { startOf } = definition.series;
  const declared = occurrenceAt(definition, state.values, offset);
  const isMoved = startOf(live) !== startOf(declared);
  const isRepeatedByProgram = declaresSeries(definition, asDeployed(definition, state));
  // Somebody has moved a single maintenance and made it recurring there, so both are those of the page.
  if (isMoved && !isRepeatedByProgram) return live;
  if (!isRepeating(definition, live)) return declared;
  // The page knows the pattern better than the state: the response to the write that has set it may be lost.
  const key = patternKey(definition);
  return { ...declared, [key]: live[key] };
}

/**
 * Notes records that were found, unless another resource has one. If the service has made an occurrence again, that has a new ID:
 *
 *     noted     1: 0, 2: 7 days
 *     list      1, 5: after 7 days
 *     then      1: 0, 5: 7 days
 */
function noteFound(
  { definition, owners }: SeriesScope,
  known: Known,
  { found, listed }: { readonly found: readonly Live[]; readonly listed: readonly Live[] },
): State {
  const { state } = known;
  const { startOf } = definition.series;
  const first = startOf(wireIn(definition, state.values));
  const offsetOf = (live: Live) => startOf(live) - first;
  const freeIds = owners.addToFree(definition, found.map(idOf), state.owner);
  const added = found.filter((live) => freeIds.includes(idOf(live)));
  const addedOffsets = added.map(offsetOf);
  const listedIds = listed.map(idOf);
  const occurrences: Record<string, number> = {};
  for (const [id, offset] of Object.entries({ [known.id]: 0, ...state.occurrences })) {
    const wasMadeAgain = !listedIds.includes(id) && addedOffsets.includes(offset);
    if (!wasMadeAgain) occurrences[id] = offset;
  }
  for (const live of added) occurrences[idOf(live)] = offsetOf(live);
  return { ...state, occurrences };
}

const idOf = ({ id }: Live): string => String(id);
