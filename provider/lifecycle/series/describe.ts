import type { Declared, Stored } from "../../../model/api/form.ts";
import { formatInstant } from "../../../model/api/instant.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { newDates, occurrenceChanged, occurrencesDeleted } from "../../errors/read.ts";
import { historyUnchanged, pastAnnounced } from "../../errors/up.ts";
import { compare } from "../forms/compare.ts";
import type { Kept } from "../forms/known.ts";
import { isSeries } from "../forms/state.ts";
import { holdsUnknown } from "../forms/unknown.ts";
import { wireIn } from "../forms/wire.ts";
import { subject } from "../record/operation-error.ts";
import type { Timed } from "../record/writable.ts";
import { nextDate } from "./dates.ts";
import { type Outlook, outlookFor } from "./outlook.ts";
import { putsBack } from "./plan.ts";

/*
 * What a preview says about the records of a series, because it only shows values.
 *
 *     program    Sundays from 2 December, new
 *     clock      12 December
 *     said       the first date is 16 December
 */

/** Says what a preview doesn't show: which dates a create or an update leaves out, and why it will be refused. */
export function describeDates(
  timed: Timed,
  { id, stored, shown, declared }: Partial<Kept> & { shown?: Stored | undefined; declared: Declared },
): string[] {
  const { definition } = timed;
  const { series } = definition;
  const times = [series?.property, ...(series?.timed ?? [])].map((name) => declared[name ?? ""]);
  const isAdopted = id === undefined && typeof declared.adopt === "string";
  if (series === undefined || times.some(holdsUnknown) || isAdopted) return [];
  const what = subject({ definition, stored: stored ?? {}, declared, recordId: id });
  const offset = nextDate(timed, declared);
  const time = formatInstant(series.startOf(wireIn(definition, declared)) + (offset ?? 0));
  if (id !== undefined && stored !== undefined)
    return describeOutlook({ what, time }, outlookFor(timed, { id, stored, shown }, declared), definition);
  if (offset === undefined) return series.announces(declared) ? [`${what}: ${pastAnnounced()}`] : [];
  return offset === 0 ? [] : [newDates.created({ what, time })];
}

/** @param next the resource, and its next date */
function describeOutlook(
  next: { readonly what: string; readonly time: string },
  { outcome, deleted }: Outlook,
  { period, properties }: Definition,
): string[] {
  const { what } = next;
  if (outcome === "refuse") return [`${what}: ${historyUnchanged.declared()}`];
  // A program may mark its times as secret, and those of the occurrences follow from them.
  const isSecret = period?.timed.some((name) => properties[name]?.secret !== undefined);
  const times = isSecret ? "[secret]" : deleted.map(formatInstant).join(", ");
  return [
    ...(deleted.length > 0 ? [occurrencesDeleted({ what, times })] : []),
    ...(outcome === "next date" ? [newDates.updated(next)] : []),
  ];
}

/**
 * Says how far an update undoes manual changes, because a preview only shows that the values differ.
 *
 * @returns one line for the changes of one occurrence, and one for a change of the series
 */
export function describeUndoing(
  definition: Definition,
  { id, stored = {}, declared }: Partial<Kept> & { readonly declared: Declared },
): string[] {
  const { series } = definition;
  if (series === undefined || !isSeries(definition, stored)) return [];
  const undone = compare(definition, stored, declared)
    .filter((change) => !holdsUnknown(change.wire) && putsBack(stored, change))
    .map(({ name }) => name);
  const what = subject({ definition, stored, recordId: id });
  const properties = undone.filter((name) => name !== series.property).join(", ");
  return [
    ...(properties === "" ? [] : [occurrenceChanged.one({ what, properties })]),
    ...(undone.includes(series.property) ? [occurrenceChanged.series({ what, property: series.property })] : []),
  ];
}
