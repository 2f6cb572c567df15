import type { Declared, Live, Wire } from "../../../model/api/form.ts";
import type { Definition, SeriesDefinition } from "../../../model/kinds/kind.ts";
import { beginOffset } from "../forms/begin.ts";
import { sameMeaning } from "../forms/compare.ts";
import { declaresSeries, type Known, newOwner } from "../forms/state.ts";
import { shownOfOccurrence, wireIn, wireOfPost } from "../forms/wire.ts";
import {
  changesAfterPost,
  knownAfterPost,
  knownOfLeftover,
  recoverRecord,
  stateAfterPost,
} from "../record/after-post.ts";
import { makeRecord, requireNotOver } from "../record/create.ts";
import { createWithoutIdentity } from "../record/create-once.ts";
import { findEqual, requireNoEqual } from "../record/leftover.ts";
import { write } from "../record/write.ts";
import { noteLater, notingOccurrences } from "./note.ts";
import { declaredAt, isAsLong, patternKey, type SeriesScope } from "./occurrences.ts";

/*
 * A series begins with the first occurrence that isn't over: nobody needs to hear of the others. It needs a second request for
 * its pattern, which the API may reject, so it is created hidden, and published with its pattern.
 *
 *     program    Sundays from 2 December, published
 *     clock      12 December
 *     sent       POST { start_time: "16 December", state: "draft" }
 *                PUT 1 { event_repeat: Sundays, state: "published", recurring: { update_following: true } }
 *     state      startTime "2 December", __occurrences { 1: 14 days, 2: 21 days }
 */

export async function makeSeries(scope: SeriesScope, declared: Declared): Promise<Known> {
  const { definition, collection } = scope;
  if (!declaresSeries(definition, declared)) return makeRecord(scope, declared);
  const offset = beginOffset(definition, declared, collection.serverTime());
  const begun = declaredAt(definition, declared, offset);
  // Nobody knows which occurrences an unknown pattern has.
  requireNotOver(scope, { ...begun, [definition.series.property]: undefined });
  if (declared.adopt !== false) await requireNoEqual(scope, begun, findEqualOccurrences);

  const hidden = hiddenUntilWhole(definition);
  const draft = { ...begun, ...hidden };
  const post = { declared: draft, owner: newOwner(), ...wireOfPost(definition, draft) };
  return notingOccurrences(scope, async () => {
    const live = await createWithoutIdentity(scope, post);
    const posted = knownAfterPost({ live, sent: post.sent }, hidden, post.owner);
    const known = firstOccurrence(definition, posted, offset);
    const changes = changesAfterPost(scope, known, declared);
    return write({ ...scope, id: known.id }, known, { declared, changes, changesFollowing: true }, "made");
  });
}

/** A new series without its pattern. */
const firstOccurrence = (definition: Definition, known: Required<Known>, offset: number): Known => ({
  ...known,
  state: { ...known.state, occurrences: { [known.id]: offset } },
  live: shownOfOccurrence(definition, known.live, true),
});

/** Returns the properties that hide a new series until it has its pattern. */
function hiddenUntilWhole({ properties }: Definition): Declared {
  const all = Object.entries(properties).map(([name, { hides }]) => [name, hides]);
  return Object.fromEntries(all.filter(([, hides]) => hides !== undefined));
}

/** Finds what a series would double, hidden or not: an equal record at its first occurrence, or a later one with the same pattern. */
async function findEqualOccurrences(scope: SeriesScope, begun: Declared): Promise<Live[]> {
  const { definition } = scope;
  const { startOf, offsetOf, timed, property } = definition.series;
  const first = wireIn(definition, begun);
  const mayBeOccurrence = (listed: Live) => {
    const isOnPattern = (offsetOf(first, listed) ?? -1) >= 0;
    // A list may not show when it starts.
    return isOnPattern || Number.isNaN(startOf(listed));
  };
  const isOccurrence = (live: Live) => {
    const offset = offsetOf(first, live) ?? -1;
    const isLater = offset > 0 && hasPatternOf(definition, first, live);
    return isAsLong(scope, first, live) && (offset === 0 || isLater);
  };
  const hiding = Object.keys(hiddenUntilWhole(definition));
  const equal = await findEqual(scope, begun, [...timed, property, ...hiding], mayBeOccurrence);
  return equal.filter(isOccurrence).toSorted((one, other) => startOf(one) - startOf(other));
}

function hasPatternOf(definition: SeriesDefinition, first: Wire, live: Live): boolean {
  const pattern = definition.properties[definition.series.property];
  const shown = live[patternKey(definition)] ?? null;
  return pattern !== undefined && sameMeaning(pattern, shown, first[pattern.key]);
}

/** Finds what an interrupted create of a series may have left: its first occurrence that isn't over, as a draft or published. */
export async function findEqualSeries(scope: SeriesScope, declared: Declared): Promise<Live[]> {
  const { definition, collection } = scope;
  if (!declaresSeries(definition, declared)) return findEqual(scope, declared);
  const begun = declaredAt(definition, declared, beginOffset(definition, declared, collection.serverTime()));
  return findEqual(scope, begun, Object.keys(hiddenUntilWhole(definition)));
}

/** Says what the create would have left in the state, with the occurrences that the record has. */
export async function recoverSeries(scope: SeriesScope, declared: Declared, live: Live): Promise<Known> {
  const { definition, collection } = scope;
  if (!declaresSeries(definition, declared)) return recoverRecord(scope, declared, live);
  const offset = beginOffset(definition, declared, collection.serverTime());
  const known = firstOccurrence(definition, knownOfLeftover(definition, declared, live), offset);
  const state = stateAfterPost(scope, known, declared);
  return { id: known.id, state: await noteLater(scope, { id: known.id, state }) };
}
