import type { Live } from "../../../model/api/form.ts";
import { isHidden, type SeriesDefinition } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { deletedOnHub, occurrencesMoved, pastAnnounced } from "../../errors/up.ts";
import type { Change } from "../forms/compare.ts";
import { isHiddenOnPage } from "../forms/hidden.ts";
import { declaresSeries, isSeries, isUnconfirmed, type Known, type State } from "../forms/state.ts";
import { stateAfterRead } from "../forms/stored.ts";
import { sendsPattern, shownOfOccurrence, wireIn } from "../forms/wire.ts";
import { unlessDeleted } from "../record/read.ts";
import { type Planned, updateRecord } from "../record/update.ts";
import { resultOf, write } from "../record/write.ts";
import { findCurrentAndNote } from "./current.ts";
import { hasValuesOf } from "./later.ts";
import { noteLater, notingOccurrences } from "./note.ts";
import {
  isAheadByProgram,
  isOccurrenceOver,
  isRepeating,
  notedIn,
  occurrenceAt,
  type SeriesScope,
  type ShownOccurrence,
} from "./occurrences.ts";

/*
 * An update changes the current occurrence and those that follow it. Other dates need another record (`forms/plan.ts`), except a later
 * end of the pattern.
 *
 *     state      id "1", title "Patching", __occurrences { 1: 0, 2: 7 days, 3: 14 days } from 2 December
 *     clock      5 December
 *     program    title "Updates"
 *     sent       GET 2, PUT 2 { title: "Updates", recurring: { update_following: true } }
 */

export async function updateSeries(scope: SeriesScope, known: Known, planned: Planned): Promise<Known> {
  const { definition } = scope;
  const { declared, page = [], plan } = planned;
  const { id, state } = known;
  if (plan.course === "history") return resultOf(scope, known, declared);
  const wasSeries = isSeries(definition, state) || isUnconfirmed(definition, state);
  if (wasSeries || declaresSeries(definition, declared)) return updateOccurrences(scope, known, planned);
  // Somebody may have made a single maintenance recurring.
  const repeating = page.find((live) => isRepeating(definition, live));
  if (repeating === undefined) return updateRecord(scope, known, planned);
  const seen = stateAfterRead(scope, shownOfOccurrence(definition, repeating, true), state);
  return updateOccurrences(scope, { id, state: seen }, planned);
}

async function updateOccurrences(scope: SeriesScope, known: Known, { declared, plan }: Planned): Promise<Known> {
  const { definition } = scope;
  const { id, state } = known;
  const changes = plan.changes.map(withDefault);
  const isSent = changes.some(({ wire }) => wire !== undefined);
  if (!isSent) return resultOf(scope, known, declared);
  const { current, state: noted } = await findCurrentAndNote(scope, known, { declared });
  if (current === "gone") throw new StatusHubError(deletedOnHub.allGone());
  const isOver = current === "over" || current.isOver;
  if (plan.publishes && isOver) throw new StatusHubError(pastAnnounced());
  if (current === "over") return resultOf(scope, known, declared);
  const update = { declared, changes, changesFollowing: true };
  const makesOccurrences = declaresSeries(definition, declared) && sendsPattern(definition, changes);
  if (!makesOccurrences) return write(current, { id, state: noted }, update, "stored");
  const whole = await requireUntouched(scope, { id, state: noted }, state);
  return notingOccurrences(scope, () => write(current, { id, state: whole }, update, "stored"), current.id);
}

/** Sends the default of what the program has stopped declaring, even if the current occurrence shows it: a later one may have the old value. */
const withDefault = (change: Change): Change =>
  change.kind === "removed" ? { ...change, wire: change.property.cleared } : change;

/**
 * Requires that the occurrences to come are alike, and where the program says. Inferred (update-following): a service makes all
 * occurrences again that follow the one that gets the pattern, as copies of it, also those that somebody has canceled.
 *
 * @param before the state before this update
 * @returns the state with all occurrences
 */
async function requireUntouched(scope: SeriesScope, known: Known, before: State): Promise<State> {
  const { definition } = scope;
  // If the first write of a pattern had no response, nobody knows its occurrences.
  const areKnown = isSeries(definition, before) || !isUnconfirmed(definition, before);
  if (!areKnown) return known.state;
  // Somebody, or a write whose occurrences couldn't be listed, may have made them again.
  const state = await noteLater(scope, known);
  const ahead = await findAhead(scope, { id: known.id, state });
  // The others are compared with the last: people rather edit the next one.
  const lastLive = ahead.findLast(({ live }) => live !== undefined)?.live ?? {};
  const touched = ahead.filter((occurrence) => !isUntouched(definition, { occurrence, lastLive, state }));
  if (touched.length === 0) return state;
  const ids = touched.map(({ id }) => id).join(", ");
  throw new StatusHubError(isSeries(definition, state) ? occurrencesMoved.series({ ids }) : occurrencesMoved.single());
}

/** Reads the occurrences that are to come by the program or on the page. One that somebody has canceled has no record. */
async function findAhead(scope: SeriesScope, known: Known): Promise<ShownOccurrence[]> {
  const { definition, collection } = scope;
  const { values } = known.state;
  const readLeft = unlessDeleted(collection.get);
  const all = await Promise.all(notedIn(known).map(async (each) => ({ ...each, live: await readLeft(each.id) })));
  return all.filter((occurrence) => {
    const { live, offset } = occurrence;
    const isAheadInProgram = isAheadByProgram(scope, known, occurrence);
    // Somebody may have postponed an occurrence that is over by the program.
    if (live !== undefined) return isAheadInProgram || !isOccurrenceOver(scope, live);
    // Somebody may have brought the end of the pattern forward. Then the service has removed it.
    const declared = occurrenceAt(definition, values, offset);
    const isOnPattern = definition.series.offsetOf(wireIn(definition, values), declared) !== undefined;
    return isAheadInProgram && isOnPattern;
  });
}

/** Whether an occurrence is as the program has declared it, as far as another one shows that. */
function isUntouched(
  definition: SeriesDefinition,
  {
    occurrence,
    lastLive,
    state,
  }: { readonly occurrence: ShownOccurrence; readonly lastLive: Live; readonly state: State },
): boolean {
  const { startOf, endOf } = definition.series;
  const { live, offset } = occurrence;
  if (live === undefined) return false;
  const declared = occurrenceAt(definition, state.values, offset);
  const isInPlace = startOf(live) === startOf(declared) && endOf(live) === endOf(declared);
  const isAsHidden = isHiddenOnPage(definition, live) === isHidden(definition, state.values);
  return isInPlace && isAsHidden && hasValuesOf(definition, lastLive, live);
}
