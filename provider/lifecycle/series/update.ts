import { isHidden } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { deletedOnHub, occurrencesMoved, pastAnnounced } from "../../errors/up.ts";
import { isHiddenOnPage } from "../forms/hidden.ts";
import { declaresSeries, isSeries, isUnconfirmed, type Known } from "../forms/state.ts";
import { stateAfterRead } from "../forms/stored.ts";
import { shownOfOccurrence, wireIn } from "../forms/wire.ts";
import { unlessDeleted } from "../record/read.ts";
import { type Planned, updateRecord } from "../record/update.ts";
import { keepUnconfirmed, resultOf, write } from "../record/write.ts";
import { findCurrentOrNote, isOccurrenceOf, notingOccurrences, withLater } from "./note.ts";
import { isOccurrenceOver, isRepeating, notedIn, occurrenceAt, type SeriesScope } from "./occurrences.ts";

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
  const declares = declaresSeries(definition, declared);
  if (plan.course === "history") return resultOf(scope, known, declared);
  if (declares || isSeries(definition, state) || isUnconfirmed(definition, state))
    return updateOccurrences(scope, known, planned);
  // Somebody may have made a single maintenance recurring.
  const repeating = page.find((live) => isRepeating(definition, live));
  if (repeating === undefined) return updateRecord(scope, known, planned);
  const seen = stateAfterRead(scope, shownOfOccurrence(definition, repeating, true), state);
  return updateOccurrences(scope, { id, state: seen }, planned);
}

async function updateOccurrences(
  scope: SeriesScope,
  { id, state }: Known,
  { declared, plan }: Planned,
): Promise<Known> {
  const { definition } = scope;
  const { property: patternName } = definition.series;
  // The current occurrence may show the default already, and a later one the old value.
  const changes = plan.changes.map((each) =>
    each.kind === "removed" ? { ...each, wire: each.property.cleared } : each,
  );
  const declares = declaresSeries(definition, declared);
  const makesOccurrences = declares && changes.some(({ name, wire }) => name === patternName && wire !== undefined);
  const known = { id, state };
  if (changes.every(({ wire }) => wire === undefined)) return resultOf(scope, known, declared);
  const { occurrence, state: noted } = await findCurrentOrNote(scope, { id, state }, { declared });
  if (occurrence === undefined) throw new StatusHubError(deletedOnHub.allGone());
  if (plan.publishes && (occurrence === "over" || occurrence.isOver)) throw new StatusHubError(pastAnnounced());
  if (occurrence === "over") return resultOf(scope, known, declared);
  // If the first write of a pattern had no response, nobody knows its occurrences.
  const hasOccurrences = makesOccurrences && (isSeries(definition, state) || !isUnconfirmed(definition, state));
  // Somebody, or a write whose occurrences couldn't be listed, may have made them again.
  const withOccurrences = hasOccurrences ? await withLater(scope, { id, state: noted }) : noted;
  if (hasOccurrences) await requireUntouched(scope, { id, state: withOccurrences });
  const update = { declared, changes, changesFollowing: true };
  const send = () => write(occurrence, { id, state: withOccurrences }, update, keepUnconfirmed);
  return makesOccurrences ? notingOccurrences(scope, send, occurrence.id) : send();
}

/**
 * Requires that the occurrences to come are alike, and where the program says. Inferred (update-following): a service makes all occurrences again
 * that follow the one that gets the pattern, as copies of it, also those that somebody has canceled.
 */
async function requireUntouched(scope: SeriesScope, known: Known): Promise<void> {
  const { definition, collection } = scope;
  const { startOf, endOf, offsetOf } = definition.series;
  const readLeft = unlessDeleted(collection.get);
  const all = await Promise.all(
    notedIn(known).map(async (occurrence) => ({ ...occurrence, live: await readLeft(occurrence.id) })),
  );
  type Shown = (typeof all)[number];
  const first = wireIn(definition, known.state.values);
  const isOnPattern = (offset: number) =>
    offsetOf(first, occurrenceAt(definition, known.state.values, offset)) !== undefined;
  // Somebody may have brought the end of the pattern forward, or have postponed an occurrence that is over by the program.
  const isAhead = ({ offset, live }: Shown) => {
    const isAheadInProgram = !isOccurrenceOver(scope, occurrenceAt(definition, known.state.values, offset));
    if (live === undefined) return isAheadInProgram && isOnPattern(offset);
    return isAheadInProgram || !isOccurrenceOver(scope, live);
  };
  const ahead = all.filter(isAhead);
  // People rather edit the next occurrence than the last.
  const own = ahead.findLast(({ live }) => live !== undefined)?.live ?? {};
  const isUntouched = ({ offset, live }: Shown) =>
    live !== undefined &&
    [startOf, endOf].every((time) => time(live) === time(occurrenceAt(definition, known.state.values, offset))) &&
    isOccurrenceOf(definition, own, live, true) &&
    isHiddenOnPage(definition, live) === isHidden(definition, known.state.values);
  const touched = ahead.filter((occurrence) => !isUntouched(occurrence)).map(({ id }) => id);
  if (touched.length === 0) return;
  const isSingle = !isSeries(definition, known.state);
  throw new StatusHubError(isSingle ? occurrencesMoved.single() : occurrencesMoved.series({ ids: touched.join(", ") }));
}
