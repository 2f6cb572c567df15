import type { Declared, Live, Stored, Wire } from "../../../model/api/form.ts";
import type { Definition, Reach, SeriesDefinition } from "../../../model/kinds/kind.ts";
import { findWire, liveValue, sameMeaning } from "../forms/compare.ts";
import { fingerprint } from "../forms/server-form.ts";
import {
  asDeployed,
  declaredIn,
  declaresSeries,
  deployedIn,
  deployedKey,
  isSeries,
  type Kept,
  type Occurrences,
  occurrencesIn,
  occurrencesKey,
  serverFormsIn,
  serverFormsKey,
} from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import type { Found } from "../record/read.ts";
import { hasEnded, type Scope, type Target, type Timed, type Writable } from "../record/scope.ts";

/*
 * The times of an occurrence, and which are over. A program declares those of the first one, and the state holds them; each
 * record has its own.
 *
 *     program    Sundays from 2 December, 02:00 to 03:00
 *     records    1: 2 December    2: 9 December    3: 16 December
 *     state      startTime "2 December", __occurrences { 1: 0, 2: 7 days, 3: 14 days }, recordId "2"
 *     clock      5 December, 1 has ended; the program moves the series to 04:00
 *     compared   record 2 as if it were the first: from 2 December, 02:00 to 04:00
 *     sent       PUT 2 { start_time: "9 December, 04:00", ..., recurring: { update_following: true } }
 */

/** The records of a kind that may repeat. */
export interface SeriesScope extends Scope {
  readonly definition: SeriesDefinition;
}

export const isOfSeries = <Place extends Scope>(place: Place): place is Place & SeriesScope =>
  place.definition.series !== undefined;

export type SeriesTarget = SeriesScope & Target;

/** An occurrence that hasn't ended. */
export type Occurrence = SeriesTarget & Writable;

/** Returns the time from the first occurrence to a record of the series, in milliseconds. */
export const offsetIn = (stored: Stored, id: string): number => occurrencesIn(stored)[id] ?? 0;

/**
 * Returns a record of the series as if it were the first one: with its times, as programs declare them, and without the
 * values that only the API sets, because the state has those of the first.
 */
export function asFirst({ series, outputs }: Definition, live: Live, offset: number): Live {
  if (series === undefined || offset === 0) return live;
  const others = Object.values(outputs).map(({ wire }) => wire);
  return Object.fromEntries(Object.entries(series.moved(live, -offset)).filter(([key]) => !others.includes(key)));
}

/** Returns a body, or a record, with its times moved to those of an occurrence. */
export const asOccurrence = <Form extends Wire | Live>({ series }: Definition, form: Form, offset: number): Form =>
  offset === 0 ? form : (series?.moved(form, offset) ?? form);

/**
 * Lets an occurrence be written as if it were the first one: its PUT moves the times to those of the occurrence and says
 * which occurrences it concerns, and moves the response back.
 */
export function writtenAsFirst(record: Occurrence, stored: Stored, reach: Reach): Occurrence {
  const { definition, collection, id } = record;
  const offset = offsetIn(stored, id);
  return {
    ...record,
    collection: {
      ...collection,
      put: async (each, wire) => {
        const body = definition.series.reaching(asOccurrence(definition, wire, offset), reach);
        return asFirst(definition, await collection.put(each, body), offset);
      },
    },
  };
}

/** Returns what a program would declare, or a state hold, for a series that begins with a later occurrence. */
export function beginningAt<Form extends Declared | Stored>(
  definition: Definition,
  values: Form,
  offset: number,
): Form {
  if (offset === 0) return values;
  const wire = asOccurrence(definition, wireIn(definition, values), offset);
  const times = Object.entries(definition.properties).flatMap(([name, { wire: key, type }]) => {
    const isTime = definition.series?.timed.includes(name) && values[name] !== undefined;
    return isTime ? [[name, type.fromWire(wire[key], undefined)]] : [];
  });
  return { ...values, ...Object.fromEntries(times) };
}

/** Returns what the state would hold if a series had begun with this occurrence. */
export function begunWith(definition: Definition, stored: Stored, id: string): Stored {
  const begin = offsetIn(stored, id);
  const offsets = Object.entries(occurrencesIn(stored)).map(([each, offset]) => [each, offset - begin]);
  const deployed = beginningAt(definition, deployedIn(stored), begin);
  return {
    ...beginningAt(definition, stored, begin),
    ...(deployedKey in stored && { [deployedKey]: deployed }),
    [occurrencesKey]: Object.fromEntries(offsets),
  };
}

/** Returns a function for the time from the first occurrence of a declared series; 0 for a record that isn't a later one. */
export function offsetsFrom(definition: Definition, declared: Declared): (live: Live) => number {
  const first = wireIn(definition, declared);
  return (live) => definition.series?.offsetOf(first, live, { isNew: false }) ?? 0;
}

/** The times of an occurrence as deployed, which somebody may have changed on the page. */
export const expected = (definition: Definition, stored: Stored, id: string): Wire =>
  lastKnown(definition, asDeployed(stored), id);

/** The times of a record as the state has them. */
export const lastKnown = (definition: Definition, stored: Stored, id: string): Wire =>
  asOccurrence(definition, wireIn(definition, stored), offsetIn(stored, id));

/**
 * Returns what the state holds when a series goes on under another occurrence. What somebody has changed there before counts
 * as declared, so it stays. The pattern belongs to the whole series, so it is still compared.
 */
export function acceptingDeviations(definition: Definition, before: Kept, { id, live }: Found): Stored {
  const { [deployedKey]: _, ...stored } = asDeployed(before.stored);
  const record = asFirst(definition, live, offsetIn(stored, id));
  const forms = Object.entries(declaredIn(definition, stored)).flatMap(([name, value]) => {
    const property = definition.properties[name];
    const wire = property && findWire(property, value);
    const shown = property && liveValue(property, record, wire);
    if (property === undefined || shown === undefined || sameMeaning(property, wire, shown)) return [];
    // Inferred (pattern-of-occurrences): every occurrence carries the pattern. If only the first does, nobody removed it.
    const isMissing = id !== before.id && sameMeaning(property, property.cleared, shown);
    return name === definition.series?.property && !isMissing ? [] : [[name, fingerprint(property, shown)]];
  });
  return { ...stored, [serverFormsKey]: { ...serverFormsIn(stored), ...Object.fromEntries(forms) } };
}

export const byStart = ({ series }: Definition, records: readonly Live[]): Live[] =>
  records.toSorted((one, other) => (series?.startOf(one) ?? 0) - (series?.startOf(other) ?? 0));

/** Whether the state has the occurrences of a series. It may have only the offset of its own record. */
export const areKnown = (stored: Stored): boolean => Object.keys(occurrencesIn(stored)).length > 1;

/** Whether a record, or all occurrences of a series, have ended according to the state. A pattern that goes on isn't over. */
export function isOver(timed: Timed, { id, stored }: Kept): boolean {
  const { definition, collection } = timed;
  const first = wireIn(definition, asDeployed(stored));
  if (isSeries(definition, stored) && definition.series?.nextOffset(first, collection.serverTime()) !== null)
    return false;
  const ids = [id, ...Object.keys(occurrencesIn(stored))];
  return ids.every((each) => hasEnded(timed, expected(definition, stored, each)));
}

export function endedIn(timed: Timed, stored: Stored): Occurrences {
  const isEnded = ([id]: [string, number]) => hasEnded(timed, expected(timed.definition, stored, id));
  return Object.fromEntries(Object.entries(occurrencesIn(stored)).filter(isEnded));
}

/**
 * Tells whether a record that hasn't ended began before one that has: somebody has given it an end beyond that. Then it is left
 * behind, because a change of this one and those that follow would also reach the other.
 */
export function overtakenIn(timed: Timed, stored: Stored): (record: Wire | Live) => boolean {
  const { definition } = timed;
  const startOf = (record: Wire | Live) => definition.period?.startOf(record) ?? Number.NaN;
  const last = Math.max(...Object.keys(endedIn(timed, stored)).map((id) => startOf(expected(definition, stored, id))));
  return (record) => last > startOf(record);
}

/**
 * Returns the time from the first declared date to the first one that isn't over, in milliseconds; `undefined` if all are
 * over, or the meaning of the pattern isn't known.
 */
export function nextDate(timed: Timed, declared: Declared): number | undefined {
  const { definition, collection } = timed;
  const first = wireIn(definition, declared);
  if (!hasEnded(timed, first)) return 0;
  if (!declaresSeries(definition, declared)) return undefined;
  return definition.series?.nextOffset(first, collection.serverTime()) ?? undefined;
}
