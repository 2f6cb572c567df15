import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isDeleted } from "../../../model/api/live.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { dateOfSeries, otherDates } from "../../errors/up.ts";
import { compare, sameMeaning } from "../forms/compare.ts";
import { beginOffset, isOver } from "../forms/history.ts";
import { declaresSeries, isSeries, type Kept, occurrencesKey } from "../forms/state.ts";
import { shownOfDate } from "../forms/wire.ts";
import { adoptRecord, type Claim, claimRecord } from "../record/adopt.ts";
import { ifListed } from "../record/find.ts";
import { asWritable } from "../record/scope.ts";
import { write } from "../record/write.ts";
import { dateAt, isPast, isRepeating, type SeriesScope } from "./dates.ts";
import { isDateOf, notingDates, withLater } from "./note.ts";

/*
 * A program adopts a series by its first date that isn't over, and declares the dates that the series has.
 *
 *     program    adopt "2", Sundays from 9 December, title "Patching"
 *     records    1: 2 December, over    2: 9 December    3: 16 December, all with the title "Updates"
 *     sent       PUT 2 { title: "Patching", recurring: { update_following: true } }
 *     state      id "2", __occurrences { 2: 0, 3: 7 days }
 */

export const adoptSeries = (scope: SeriesScope, declared: Declared): Promise<Kept | undefined> =>
  adoptRecord(scope, declared, claimSeries);

const claimSeries: Claim<SeriesScope> = async (scope, declared, known) => {
  const { definition, collection } = scope;
  const { id, live } = known;
  const isHistory = isOver(definition, declared, collection.serverTime());
  const declares = declaresSeries(definition, declared);
  const repeats = isRepeating(definition, live);
  const record = `${definition.kind} ${id}`;
  if (repeats && !isHistory) await requireFirst(scope, live);
  if (repeats && !declares) throw new StatusHubError(dateOfSeries.alone({ record }));
  if (!declares || isHistory) return claimRecord(scope, declared, known);
  const target = asWritable({ ...scope, id });
  if (!repeats) {
    if (isPast(scope, live)) throw new StatusHubError(dateOfSeries.over({ record }));
    if (beginOffset(definition, declared, collection.serverTime()) > 0)
      throw new StatusHubError(otherDates({ record, page: datesOf(definition, live) }));
    const changes = compare(definition, known.stored, declared);
    return notingDates(scope, () => write(target, known, { declared, changes, changesFollowing: true }));
  }
  const offset = requireSameDates(scope, declared, live);
  const times = Object.fromEntries(definition.series.timed.map((name) => [name, declared[name]]));
  const stored = { ...known.stored, ...times, [occurrencesKey]: { [id]: offset } };
  const date = {
    ...known,
    stored: await withLater(scope, { id, stored }),
    live: shownOfDate(definition, live, true),
  };
  const changes = compare(definition, stored, declared);
  return write(target, date, { declared, changes, changesFollowing: true });
};

/** Requires that a record is the first date of its series that isn't over: no other is a resource of its own. */
async function requireFirst(scope: SeriesScope, live: Live): Promise<void> {
  const { definition, collection } = scope;
  const { series, properties } = definition;
  const pattern = properties[series.property]?.wire ?? "";
  const isOn = (one: Live, other: Live) => series.offsetOf(one, other) !== undefined;
  const isPossible = (other: Live) =>
    !isPast(scope, other) && (isOn(live, other) || isOn({ ...other, [pattern]: live[pattern] }, live));
  const listed = ((await ifListed(collection.list)) ?? []).filter(isPossible);
  const read = await Promise.all(listed.map(({ id }) => collection.get(String(id))));
  const dates = read
    .filter((other) => other !== undefined)
    .filter((other) => !isDeleted(other) && isDateOf(definition, live, other));
  const [first] = dates.toSorted((one, other) => series.startOf(one) - series.startOf(other));
  if (first === undefined || String(first.id) === String(live.id)) return;
  throw new StatusHubError(dateOfSeries.notFirst({ record: `${definition.kind} ${live.id}`, first: String(first.id) }));
}

/** @returns the time from the first declared date to the record */
function requireSameDates({ definition, collection }: SeriesScope, declared: Declared, live: Live): number {
  const { series, properties } = definition;
  const offset = beginOffset(definition, declared, collection.serverTime());
  const at = dateAt(definition, declared, offset);
  const names = [...series.timed, series.property];
  const isOther = (name: string) => {
    const property = properties[name];
    const wire = property && at[property.wire];
    return (
      property !== undefined &&
      !sameMeaning(property, wire, property.type.project?.(live[property.wire], wire) ?? live[property.wire])
    );
  };
  if (!names.some(isOther)) return offset;
  throw new StatusHubError(otherDates({ record: `${definition.kind} ${live.id}`, page: datesOf(definition, live) }));
}

function datesOf({ series, properties }: SeriesDefinition, live: Live): string {
  const declaredAs = (name: string) => properties[name]?.type.fromWire(live[properties[name]?.wire ?? ""], undefined);
  return [...series.timed, series.property].map((name) => `${name} ${JSON.stringify(declaredAs(name))}`).join(", ");
}

/** Returns what the state holds of an imported record: a series with its dates. */
export async function importedSeries(scope: SeriesScope, kept: Kept): Promise<Stored> {
  const live = isSeries(scope.definition, kept.stored) ? await scope.collection.get(kept.id) : undefined;
  if (live === undefined) return kept.stored;
  await requireFirst(scope, live);
  return withLater(scope, kept);
}
