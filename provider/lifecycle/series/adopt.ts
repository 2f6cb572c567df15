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
import { notingOccurrences, withLater } from "./note.ts";
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
  const repeats = isRepeating(definition, live);
  const isHistory = partToAdopt(scope, declared, live) === "as it is";
  if (repeats && !isHistory) await requireFirst(scope, live);
  if (repeats && !declares) throw new StatusHubError(occurrenceOfSeries.alone({ record }));
  if (!declares || isHistory) return adjustRecord(scope, declared, known);
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
  const times = timed.map((name) => [name, declared[name]]);
  const begun: State = {
    ...known.state,
    values: { ...known.state.values, ...Object.fromEntries(times) },
    occurrences: { [id]: offset },
  };
  const state = repeats ? await withLater(scope, { id, state: begun }) : begun;
  const first = { ...known, state, live: shownOfOccurrence(definition, live, true) };
  const update = { declared, changes: compare(definition, state, declared), changesFollowing: true };
  const send = () => write({ ...scope, id }, first, update, "adopted");
  return repeats ? send() : notingOccurrences(scope, send);
}

/** Requires that a record is the first occurrence of its series that isn't over: no other is a resource of its own. */
async function requireFirst(scope: SeriesScope, live: Live): Promise<void> {
  const { definition, collection } = scope;
  const { series } = definition;
  const key = patternKey(definition);
  const isEarlier = (other: Live) =>
    !isOccurrenceOver(scope, other) &&
    series.startOf(other) < series.startOf(live) &&
    series.offsetOf({ ...other, [key]: live[key] }, live) !== undefined;
  const listed = ((await ifListed(collection.list)) ?? []).filter(isEarlier);
  const read = await Promise.all(listed.map(({ id }) => collection.get(String(id))));
  const earlier = read.filter(isLeft).filter((other) => isOccurrenceOf(definition, live, other));
  const [first] = earlier.toSorted((one, other) => series.startOf(one) - series.startOf(other));
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
  return withLater(scope, known);
}
