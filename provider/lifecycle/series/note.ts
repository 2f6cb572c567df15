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
    const noted = withAppeared(scope, known, { id: to ?? known.id, listedBefore });
    // The occurrences were made, so a failed search must not lose the record.
    const state = await noted.catch(ifError(isStatusHubError, () => known.state));
    return { ...known, state };
  });
}

const idOf = ({ id }: Live): string => String(id);

/** Notes the occurrences that have appeared with a write of this run to one of a series. */
async function withAppeared(
  scope: SeriesScope,
  known: Known,
  { id, listedBefore }: { readonly id: string; readonly listedBefore: readonly Live[] },
): Promise<State> {
  const { state } = known;
  const listed = await scope.collection.listNow();
  const live = listed.find((each) => idOf(each) === id);
  // Without it, nothing can be recognized as equal to it.
  if (live === undefined) return withFound(scope, known, { found: [], listed });
  const times = occurrenceAt(scope.definition, state.values, state.occurrences[id] ?? 0);
  const idsBefore = new Set(listedBefore.map(idOf));
  const appeared = listed.filter((each) => !idsBefore.has(idOf(each)));
  const found = await findLater(scope, { live, times, haveAppeared: true }, appeared);
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
  const times = timesOf(definition, last, known.state);
  const created = createdAt(last.live);
  const added = listed.filter((each) => {
    // Not if one of the two doesn't say when it was created.
    const isOlder = createdAt(each) < created;
    const offset = definition.series.offsetOf(times, each) ?? 0;
    return !isOlder && offset > 0;
  });
  const found = await findLater(scope, { live: last.live, times, haveAppeared: false }, added);
  return withFound(scope, known, { found, listed });
}

const createdAt = ({ created_at }: Live): number => parseInstant(textOf(created_at)) ?? Number.NaN;

/**
 * Returns the times and the pattern of a noted occurrence, after which later ones are searched:
 *
 *     moved on the page   repeated by the program   times         pattern
 *     yes                 no                        the page's    the page's: somebody has made it recurring there
 *     yes                 yes                       declared      the page's if it repeats there, otherwise the declared one
 *     no                  either                    declared      the same
 *
 * The page knows the pattern better, because the response to the write that set it may be lost.
 */
function timesOf(
  definition: SeriesDefinition,
  { live, offset }: NotedOccurrence & { readonly live: Live },
  state: State,
): Wire | Live {
  const { startOf } = definition.series;
  const declared = occurrenceAt(definition, state.values, offset);
  const isMoved = startOf(live) !== startOf(declared);
  const isRepeatedByProgram = declaresSeries(definition, asDeployed(definition, state));
  if (isMoved && !isRepeatedByProgram) return live;
  if (!isRepeating(definition, live)) return declared;
  const key = patternKey(definition);
  return { ...declared, [key]: live[key] };
}

/**
 * Adds records that were found to the noted occurrences, unless another resource has one. One that the service has made again has a new ID
 * at the same time, and takes the place of the old one, which is no longer listed.
 */
function withFound(
  { definition, owners }: SeriesScope,
  known: Known,
  { found, listed }: { readonly found: readonly Live[]; readonly listed: readonly Live[] },
): State {
  const { state } = known;
  const { startOf } = definition.series;
  const first = startOf(wireIn(definition, state.values));
  const free = owners.addToFree(definition, found.map(idOf), state.owner);
  const added = new Map<string, number>();
  for (const live of found) {
    if (free.includes(idOf(live))) added.set(idOf(live), startOf(live) - first);
  }
  const addedOffsets = [...added.values()];
  const listedIds = listed.map(idOf);
  const left = new Map<string, number>();
  for (const [id, offset] of Object.entries({ [known.id]: 0, ...state.occurrences })) {
    const wasMadeAgain = !listedIds.includes(id) && addedOffsets.includes(offset);
    if (!wasMadeAgain) left.set(id, offset);
  }
  return { ...state, occurrences: Object.fromEntries([...left, ...added]) };
}
