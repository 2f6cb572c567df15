import type { Declared, Live } from "../../../model/api/form.ts";
import { isLeft } from "../../../model/api/live.ts";
import { StatusHubError } from "../../client/errors.ts";
import { occurrenceOfSeries, otherDates } from "../../errors/up.ts";
import { beginOffset } from "../forms/begin.ts";
import { type Change, compare } from "../forms/compare.ts";
import { declaresSeries, isSeries, type Known, type State } from "../forms/state.ts";
import { shownOfOccurrence } from "../forms/wire.ts";
import { type Adjust, adjustRecord, adoptRecord, partToAdopt } from "../record/adopt.ts";
import { ifListed } from "../record/find.ts";
import { write } from "../record/write.ts";
import { isOccurrenceOf } from "./later.ts";
import { noteLater, notingOccurrences } from "./note.ts";
import { declaredAt, isOccurrenceOver, isRepeating, patternKey, type SeriesScope } from "./occurrences.ts";

/*
 * A program adopts a series by its first occurrence that isn't over, and declares the occurrences that the series has.
 *
 *     program    adopt "2", Sundays from 9 December, title "Patching"
 *     records    1: 2 December, over    2: 9 December    3: 16 December, all with the title "Updates"
 *     sent       PUT 2 { title: "Patching", recurring: { update_following: true } }
 *     state      id "2", __occurrences { 2: 0, 3: 7 days }
 */

export const adoptSeries = (scope: SeriesScope, declared: Declared): Promise<Known | undefined> =>
  adoptRecord(scope, declared, adjustSeries);

const adjustSeries: Adjust<SeriesScope> = async (scope, declared, known) => {
  const { definition } = scope;
  const { id, live } = known;
  const record = `${definition.kind} ${id}`;
  const declares = declaresSeries(definition, declared);
  const isHistory = partToAdopt(scope, declared, live) === "as it is";
  if (isRepeating(definition, live)) {
    if (!isHistory) await requireFirst(scope, live);
    if (!declares) throw new StatusHubError(occurrenceOfSeries.alone({ record }));
  }
  if (isHistory || !declares) return adjustRecord(scope, declared, known);
  if (isOccurrenceOver(scope, live)) throw new StatusHubError(occurrenceOfSeries.over({ record }));
  return adjustOccurrences(scope, declared, known);
};

/** Brings a series, or a single maintenance that becomes one, to what the program declares. */
async function adjustOccurrences(scope: SeriesScope, declared: Declared, known: Required<Known>): Promise<Known> {
  const { definition, collection } = scope;
  const { id, live } = known;
  const { timed, property } = definition.series;
  const repeats = isRepeating(definition, live);
  const offset = beginOffset(definition, declared, collection.serverTime());
  requireSame(scope, declaredAt(definition, declared, offset), known, repeats ? [...timed, property] : timed);
  const begun = begunAt(known, declared, { timed, offset });
  const send = (state: State) => {
    const first = { ...known, state, live: shownOfOccurrence(definition, live, true) };
    const update = { declared, changes: compare(definition, state, declared), changesFollowing: true };
    return write({ ...scope, id }, first, update, "adopted");
  };
  // A series has its other occurrences already. For a single maintenance, the write makes them.
  return repeats ? send(await noteLater(scope, { id, state: begun })) : notingOccurrences(scope, () => send(begun));
}

/** Returns the state of a series if the program declares its first occurrence, and the record is a later one. */
function begunAt(
  { id, state }: Known,
  declared: Declared,
  { timed, offset }: { readonly timed: readonly string[]; readonly offset: number },
): State {
  const times = Object.fromEntries(timed.map((name) => [name, declared[name]]));
  return { ...state, values: { ...state.values, ...times }, occurrences: { [id]: offset } };
}

/** Requires that a record is the first occurrence of its series that isn't over: no other is a resource of its own. */
async function requireFirst(scope: SeriesScope, live: Live): Promise<void> {
  const { definition, collection } = scope;
  const { startOf, offsetOf } = definition.series;
  const key = patternKey(definition);
  const mayBeEarlier = (other: Live) => {
    const isEarlier = startOf(other) < startOf(live);
    // A list may not show its pattern.
    const leadsHere = offsetOf({ ...other, [key]: live[key] }, live) !== undefined;
    return isEarlier && leadsHere && !isOccurrenceOver(scope, other);
  };
  const listed = ((await ifListed(collection.list)) ?? []).filter(mayBeEarlier);
  const read = await Promise.all(listed.map(({ id }) => collection.get(String(id))));
  const earlier = read.filter(isLeft).filter((other) => isOccurrenceOf(definition, live, other));
  const [first] = earlier.toSorted((one, other) => startOf(one) - startOf(other));
  if (first === undefined) return;
  throw new StatusHubError(
    occurrenceOfSeries.notFirst({ record: `${definition.kind} ${live.id}`, first: String(first.id) }),
  );
}

/** Requires that a record has the times, and the pattern if it repeats, that the program declares. */
function requireSame({ definition }: SeriesScope, at: Declared, { id, state }: Known, names: readonly string[]): void {
  const isOther = ({ name, wire }: Change) => wire !== undefined && names.includes(name);
  if (!compare(definition, state, at).some(isOther)) return;
  const page = names.map((name) => `${name} ${JSON.stringify(state.values[name])}`).join(", ");
  throw new StatusHubError(otherDates({ record: `${definition.kind} ${id}`, page }));
}

/** Returns what the state holds of an imported record: a series with its occurrences. */
export async function importedSeries(scope: SeriesScope, known: Known): Promise<State> {
  const live = isSeries(scope.definition, known.state) ? await scope.collection.get(known.id) : undefined;
  if (live === undefined) return known.state;
  await requireFirst(scope, live);
  return noteLater(scope, known);
}
