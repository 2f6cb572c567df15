import type { Live, Wire } from "../../../model/api/form.ts";
import { parseInstant } from "../../../model/api/instant.ts";
import { textOf } from "../../../model/api/object.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { isStatusHubError } from "../../client/errors.ts";
import { isDeleted } from "../../client/response.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import { mayBeShortened } from "../forms/server-form.ts";
import { type Kept, type Occurrences, occurrencesIn, occurrencesKey, ownerIn } from "../forms/state.ts";
import { ifListed } from "../record/find.ts";
import { dateAt, isPast, notedIn, type SeriesScope } from "./dates.ts";

/*
 * Notes the dates of a series, so that nothing has to be recognized by likeness later: the records that have appeared with the
 * write of its pattern, and equal its own record in all but their times.
 *
 *     sent       list: 1, 7. PUT 1 { event_repeat: Sundays, ... }. List: 1, 2: 9 December, 3: 16 December, 7
 *     state      id "1", __occurrences { 1: 0, 2: 7 days, 3: 14 days }, and never 7, which was there before the PUT
 */

/**
 * Runs a write that makes dates, and notes them. If they can't be listed afterwards, only those that are known already are noted.
 *
 * @param to the date to which it goes. @default the first one
 */
export function notingDates(scope: SeriesScope, write: () => Promise<Kept>, to?: string): Promise<Kept> {
  const { definition, collection, owners } = scope;
  // Only this series can have made what appears meanwhile and no other resource has.
  return collection.inTurn(async () => {
    const before = new Set(((await ifListed(collection.listNow)) ?? []).map((live) => String(live.id)));
    const kept = await write();
    const id = to ?? kept.id;
    const known = { [id]: 0, ...occurrencesIn(kept.stored) };
    const listed = await collection.listNow().catch((error: unknown) => {
      // The dates were made, so a failed search must not lose the record.
      if (isStatusHubError(error)) return [];
      throw error;
    });
    const own = listed.find((live) => String(live.id) === id);
    const appeared = listed.filter((live) => !before.has(String(live.id)));
    const dates = await datesAmong(
      scope,
      { own, offset: known[id] ?? 0, at: dateAt(definition, kept.stored, known[id] ?? 0) },
      appeared,
    );
    owners.take(definition, Object.keys(dates), ownerIn(kept.stored));
    // A service may make later dates again, with other IDs.
    const isLeft = ([each, offset]: [string, number]) =>
      own === undefined ||
      isPast(scope, dateAt(definition, kept.stored, offset)) ||
      listed.some((live) => String(live.id) === each);
    const left = Object.fromEntries(Object.entries(known).filter(isLeft));
    return { ...kept, stored: { ...kept.stored, [occurrencesKey]: { ...left, ...dates } } };
  });
}

/**
 * Finds dates that a service has added since the last noted one: equal records on the pattern that aren't older than that, and that no
 * resource has.
 */
export async function findLater(scope: SeriesScope, kept: Kept): Promise<Occurrences> {
  const { definition, collection } = scope;
  const [last = kept.id, offset = 0] = notedIn(kept).at(-1) ?? [];
  const own = await collection.get(last);
  const at = dateAt(definition, kept.stored, offset);
  const created = instantIn(own?.created_at);
  const isLater = (live: Live) =>
    !(instantIn(live.created_at) < created) && (definition.series.offsetOf(at, live) ?? 0) > 0;
  return datesAmong(scope, { own, offset, at }, ((await ifListed(collection.list)) ?? []).filter(isLater));
}

/** Finds what looks like a date of a series but isn't noted: only a person knows whose it is. */
export async function findUnnoted(scope: SeriesScope, own: Live, kept: Kept): Promise<string[]> {
  const noted = notedIn(kept).map(([id]) => id);
  const others = ((await ifListed(scope.collection.listNow)) ?? []).filter((live) => !noted.includes(String(live.id)));
  const dates = await datesAmong(
    scope,
    { own, offset: 0, at: own },
    others.filter((live) => !isPast(scope, live)),
  );
  return Object.keys(dates);
}

/** A record of a series, its time from the first declared date, and its times as declared. */
interface Known {
  readonly own: Live | undefined;
  readonly offset: number;
  readonly at: Wire | Live;
}

/** Returns the free records that are later and equal. If two have the same time, neither is certain, so neither counts. */
async function datesAmong(
  scope: SeriesScope,
  { own, offset, at }: Known,
  records: readonly Live[],
): Promise<Occurrences> {
  const { definition, collection, owners } = scope;
  const { startOf, endOf, offsetOf } = definition.series;
  if (own === undefined) return {};
  const isDate = (live: Live) =>
    !isDeleted(live) &&
    !owners.has(definition, String(live.id)) &&
    startOf(live) > startOf(at) &&
    endOf(live) - startOf(live) === endOf(at) - startOf(at) &&
    isAlike(definition, own, live);
  const read = async ({ id }: Live) => (await collection.get(String(id))) ?? {};
  // Documented: lists carry basic info, which may leave out the times.
  const timed = await Promise.all(records.map((live) => (Number.isNaN(startOf(live)) ? read(live) : live)));
  const groups = Map.groupBy(timed.filter(isDate), startOf);
  const single = [...groups.values()].map(async (alike) => {
    // The service's calendar may differ from ours, but then only the whole record tells that it is ours.
    const isClear = alike.length === 1 && alike.every((live) => offsetOf(at, live) !== undefined);
    const equal = isClear ? alike : (await Promise.all(alike.map(read))).filter(isDate);
    return equal.length === 1 ? equal : [];
  });
  const dates = (await Promise.all(single)).flat();
  return Object.fromEntries(dates.map((live) => [String(live.id), offset + startOf(live) - startOf(at)]));
}

/** Whether a record equals one of the series, as far as it shows. Documented: lists carry basic info, perhaps shortened. */
export function isAlike({ properties, series }: SeriesDefinition, own: Live, live: Live): boolean {
  return Object.entries(properties).every(([name, property]) => {
    if (series.timed.includes(name) || name === series.property) return true;
    const [ours, shown] = [own, live].map((each) => liveValue(property, each, undefined));
    if (ours === undefined || shown === undefined) return true;
    return sameMeaning(property, ours, shown) || mayBeShortened(property, shown, ours);
  });
}

const instantIn = (time: unknown): number => parseInstant(textOf(time)) ?? Number.NaN;
