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
 * Notes occurrences in the state of a series, with their times from the first one. There are two occasions:
 *
 *     notingOccurrences    a write of the pattern makes them: they appear in the list with the write
 *     noteLater            the service adds them as time goes on: they follow the last noted one
 *
 * An example of a write:
 *
 *     list before    1: 2 December, 7
 *     sent           PUT 1 { event_repeat: Sundays, ... }
 *     list after     1: 2 December, 2: 9 December, 3: 16 December, 7
 *     noted          1: 0, 2: 7 days, 3: 14 days. Record 7 isn't noted, because it was there before the PUT
 */

/**
 * Runs a write that makes occurrences, and notes them. If they can't be found afterwards, only those that are known already are noted.
 *
 * @param sentTo the ID of the occurrence to which it goes. @default the first one
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
  const written = listed.find((live) => idOf(live) === sentTo);
  // Occurrences are recognized because they equal it.
  if (written === undefined) return withFirst(known);
  const idsBefore = new Set(listedBefore.map(idOf));
  const appeared = listed.filter((live) => !idsBefore.has(idOf(live)));
  // The write has sent the times that the program declares.
  const times = occurrenceAt(scope.definition, state.values, state.occurrences[sentTo] ?? 0);
  const found = await findLater(scope, { live: written, times, haveAppeared: true }, appeared);
  return noteFound(scope, known, { found, listed });
}

/**
 * Notes occurrences that the service has added: records that equal the last noted one that is left, follow it on its pattern, belong to no
 * resource, and weren't created before it.
 */
export async function noteLater(scope: SeriesScope, known: Known): Promise<State> {
  const { definition, collection } = scope;
  const last = await findLastLeft(notedIn(known), unlessDeleted(collection.get));
  const listed = (await ifListed(collection.list)) ?? [];
  if (last === undefined) return withFirst(known);
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

/**
 * Returns the times of a noted occurrence, with the pattern, from which later ones are reckoned. The first line that fits counts:
 *
 *     the program has a single maintenance, and somebody has moved it    times and pattern of the page: made recurring there, it
 *                                                                        repeats from there
 *     the page shows no pattern                                          both of the program
 *     the page shows one                                                 times of the program, because somebody may have moved this
 *                                                                        occurrence without the others; pattern of the page, because
 *                                                                        the response to the write that has set it may be lost
 */
function timesOf(
  definition: SeriesDefinition,
  { live, offset }: NotedOccurrence & { readonly live: Live },
  state: State,
): Wire | Live {
  const { startOf } = definition.series;
  const declared = occurrenceAt(definition, state.values, offset);
  const isSingleByProgram = !declaresSeries(definition, asDeployed(definition, state));
  const isMoved = startOf(live) !== startOf(declared);
  if (isSingleByProgram && isMoved) return live;
  if (!isRepeating(definition, live)) return declared;
  const key = patternKey(definition);
  return { ...declared, [key]: live[key] };
}

/**
 * Notes records that were found, unless another resource has one. The service may have made an occurrence again, under a new ID. Then the
 * list lacks the old record, and the new one takes its place:
 *
 *     noted     1: 0, 2: 7 days
 *     listed    1, 5
 *     found     5: 7 days
 *     then      1: 0, 5: 7 days
 */
function noteFound(
  { definition, owners }: SeriesScope,
  known: Known,
  { found, listed }: { readonly found: readonly Live[]; readonly listed: readonly Live[] },
): State {
  const state = withFirst(known);
  const { startOf } = definition.series;
  const firstStart = startOf(wireIn(definition, state.values));
  const freeIds = owners.addToFree(definition, found.map(idOf), state.owner);
  const free = found.filter((live) => freeIds.includes(idOf(live)));
  const added = Object.fromEntries(free.map((live) => [idOf(live), startOf(live) - firstStart]));
  const addedOffsets = Object.values(added);
  const listedIds = listed.map(idOf);
  const wasMadeAgain = (id: string, offset: number) => !listedIds.includes(id) && addedOffsets.includes(offset);
  const kept = Object.entries(state.occurrences).filter(([id, offset]) => !wasMadeAgain(id, offset));
  return { ...state, occurrences: { ...Object.fromEntries(kept), ...added } };
}

/** Notes at least the record of the resource itself, which is the first occurrence. */
const withFirst = ({ id, state }: Known): State => ({ ...state, occurrences: { [id]: 0, ...state.occurrences } });

const idOf = ({ id }: Live): string => String(id);
