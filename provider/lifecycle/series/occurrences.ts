import type { Live, Stored, Wire } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { isDeleted } from "../../client/collection.ts";
import { isStatusHubError } from "../../client/errors.ts";
import {
  asDeployed,
  declaredIn,
  isSeries,
  type Kept,
  type Occurrences,
  occurrencesIn,
  occurrencesKey,
  serverFormsIn,
  withOffset,
} from "../forms/state.ts";
import { isComplete } from "../forms/stored.ts";
import { wireIn } from "../forms/wire.ts";
import { ifListed } from "../record/find.ts";
import { creationTime } from "../record/leftover.ts";
import { likenessToState, matches } from "../record/match.ts";
import { hasEnded, type Scope } from "../record/scope.ts";
import { areKnown, asFirst, asOccurrence, byStart, isOfSeries, offsetIn, type SeriesScope } from "./occurrence.ts";

/*
 * Finds the occurrences of a series that the API has made. Their IDs go into the state, so that nothing has to be recognized
 * by resemblance later.
 *
 *     program    Sundays from 2 December
 *     sent       POST: 1. List: 1, 7. PUT 1 { event_repeat: Sundays, ... }. List: 1, 2: 9 December, 3: 16 December, 7
 *     state      id "1", __occurrences { 1: 0, 2: 7 days, 3: 14 days }, and never 7, which was there before the PUT
 *
 * What the state holds is typed in `forms/state.ts`.
 */

/** How we know which records belong to a series. */
interface Evidence extends Kept {
  /** IDs of the records that were there before the write that made the occurrences. @default not known */
  readonly before?: ReadonlySet<string>;
  /** Whether the write made occurrences in place of the known ones. */
  readonly isRemade?: boolean;
  /** Whether the program adopts the record, so that earlier ones may belong to its series, too. */
  readonly isAdopted?: boolean;
}

/** A record's ID, and its time from the first occurrence in milliseconds. */
type Candidate = readonly [id: string, offset: number];

/** With the occurrence from which the dates are counted: the first of an adopted series, otherwise our record. */
interface DatedEvidence extends Evidence {
  readonly origin: { readonly times: Wire; readonly offset: number };
}

/**
 * Finds the known occurrences, and those that the API may have made: records as in the state that appeared with the series
 * and belong to no other resource.
 */
async function candidatesAmong(scope: SeriesScope, records: readonly Live[], given: Evidence): Promise<Candidate[]> {
  const { definition, owners } = scope;
  const { id: ours, stored } = given;
  const known = occurrencesIn(stored);
  const offset = given.isAdopted ? 0 : offsetIn(stored, ours);
  const times = asOccurrence(definition, wireIn(definition, asDeployed(stored)), offset);
  const evidence = { ...given, origin: { times, offset } };
  const found = records.map(async (record) => {
    const id = String(record.id);
    if (id === ours || isDeleted(record)) return [];
    if (id in known) return [[id, known[id] ?? 0] as const];
    const isOlder = !isMadeWith(definition, evidence, record);
    // What it shows is only compared if it may be one.
    const isOwned = owners.has(definition, [id]);
    if (!matches("sibling", { likeness: "equal", isDeleted: false, isOwned, isOlder })) return [];
    return findPlace(scope, evidence, record);
  });
  return (await Promise.all(found)).flat();
}

/**
 * Whether a record may have appeared with the series. If we adopted the series, earlier occurrences were there before our
 * record.
 */
function isMadeWith({ series }: SeriesDefinition, evidence: DatedEvidence, record: Live): boolean {
  const { id, stored, before, isAdopted, origin } = evidence;
  const [time, ours] = [creationTime(record), creationTime({ created_at: stored.createdAt })];
  const offset = series.startOf(record) - series.startOf(origin.times);
  if (isAdopted && offset < offsetIn(stored, id)) return time <= ours;
  return before === undefined ? time >= ours : !(time < ours) && !before.has(String(record.id));
}

/**
 * Finds the place of a record in a series, if it is as the state says. Documented: lists carry basic info, which may leave
 * out the times or shorten the texts.
 */
async function findPlace(scope: SeriesScope, evidence: DatedEvidence, listed: Live): Promise<Candidate[]> {
  const { definition, collection } = scope;
  const id = String(listed.id);
  const isTimed = !Number.isNaN(definition.series.startOf(listed));
  const record = isTimed ? listed : await collection.get(id);
  const place = record && placeOf(definition, evidence, record);
  if (record === undefined || place === undefined) return [];
  const { offset, isOnPattern } = place;
  const likeness = (shown: Live) => likenessAt(definition, evidence.stored, shown, offset);
  const found = likeness(record);
  // Off the pattern, it may be what another resource has made at the same time, and only what a list leaves out tells.
  const isInDoubt = found === "shortened" || (found === "equal" && !isOnPattern && !isComplete(definition, record));
  const whole = isInDoubt && isTimed ? await collection.get(id) : undefined;
  return (whole === undefined ? found : likeness(whole)) === "equal" ? [[id, offset]] : [];
}

/**
 * Returns the time from the first occurrence to a record. What appeared with our own write is ours, wherever the service's
 * calendar puts it. Otherwise it has to be on the pattern.
 */
function placeOf({ series }: SeriesDefinition, evidence: DatedEvidence, record: Live) {
  const { times, offset } = evidence.origin;
  const isFirst = evidence.isAdopted && [series.startOf, series.endOf].every((time) => time(record) === time(times));
  const later = isFirst ? 0 : series.offsetOf(times, record, { isNew: evidence.before !== undefined });
  const isOnPattern = series.offsetOf(times, record, { isNew: false }) !== undefined;
  return later === undefined ? undefined : { offset: offset + later, isOnPattern };
}

/**
 * Finds the occurrences that the API has made. If two records could be the same one, even when read in full, there is an
 * equal series whose occurrences may be any of the records, so only the known ones count.
 *
 * @returns undefined if there are none, perhaps because the API makes them later or doesn't list them
 */
export async function occurrencesAmong(
  scope: SeriesScope,
  records: readonly Live[],
  evidence: Evidence,
): Promise<Occurrences | undefined> {
  const { definition, collection } = scope;
  const { id: ours, stored, isRemade } = evidence;
  const known = occurrencesIn(stored);
  const isKnown = ([id]: Candidate) => id in known;
  const isUnclear = (same: readonly Candidate[]) => {
    // What the write has left of the known ones, because somebody had moved them, isn't one that it has made.
    const alike = isRemade ? same.filter((each) => !isKnown(each)) : same;
    return alike.length > 1 && !alike.every(isKnown);
  };
  const equal = async (candidate: Candidate): Promise<Candidate[]> => {
    const [id, offset] = candidate;
    const record = isKnown(candidate) ? undefined : await collection.get(id);
    return record === undefined || likenessAt(definition, stored, record, offset) === "equal" ? [candidate] : [];
  };
  const candidates = await candidatesAmong(scope, records, evidence);
  const groups = [...Map.groupBy(candidates, ([, offset]) => offset).values()].map(async (same) =>
    isUnclear(same) ? (await Promise.all(same.map(equal))).flat() : same,
  );
  const found = await Promise.all(groups);
  const certain = found.some(isUnclear) ? found.flat().filter(isKnown) : found.flat();
  if (certain.length === 0) return undefined;
  return { ...(!isRemade && known), [ours]: offsetIn(stored, ours), ...Object.fromEntries(certain) };
}

/** Returns the IDs of the live records that may be occurrences of a series that aren't known. */
export async function findPossible(scope: SeriesScope, known: Kept): Promise<string[]> {
  const listed = (await ifListed(scope.collection.listNow)) ?? [];
  // The service's calendar may differ from ours, so any later record that is equal is a possible one.
  const ids = (await candidatesAmong(scope, listed, { ...known, before: new Set() })).map(([id]) => id);
  const left = listed.filter((record) => ids.includes(String(record.id)) && !hasEnded(scope, record));
  return byStart(scope.definition, left).map(({ id }) => String(id));
}

/** Compares a record with what the state says about the occurrence at this time. */
function likenessAt(definition: SeriesDefinition, stored: Stored, record: Live, offset: number) {
  const { [definition.series.property]: _, ...declared } = declaredIn(definition, asDeployed(stored));
  return likenessToState(definition, asFirst(definition, record, offset), { declared, forms: serverFormsIn(stored) });
}

export const idsOf = (records: readonly Live[]): ReadonlySet<string> => new Set(records.map(({ id }) => String(id)));

/**
 * Adds the occurrences of a series to what is stored. If they can't be found, that stays as it is: the next read tries
 * again.
 */
export async function withOccurrences(scope: Scope, evidence: Evidence, list: () => Promise<Live[]>): Promise<Stored> {
  const { stored } = evidence;
  if (!isOfSeries(scope) || !isSeries(scope.definition, stored)) return stored;
  const records = await list().catch((error: unknown) => {
    // The records were written, so a failed search must not lose them.
    if (isStatusHubError(error)) return undefined;
    throw error;
  });
  if (records === undefined) return stored;
  const occurrences = await occurrencesAmong(scope, records, evidence);
  if (occurrences === undefined) {
    const { [occurrencesKey]: _, ...others } = stored;
    return evidence.isRemade ? { ...others, ...withOffset(evidence.id, offsetIn(stored, evidence.id)) } : stored;
  }
  scope.owners.note(scope.definition, Object.keys(occurrences), "in the state");
  return { ...stored, [occurrencesKey]: occurrences };
}

/** The same, if they aren't stored yet: the API made them later, or an earlier version wrote the state. */
export const withKnownOccurrences: typeof withOccurrences = async (scope, evidence, list) =>
  areKnown(evidence.stored) ? evidence.stored : withOccurrences(scope, evidence, list);
