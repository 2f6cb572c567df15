import type { Declared, Stored } from "../../../model/api/form.ts";
import { formatInstant } from "../../../model/api/instant.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { newDates, occurrenceChanged } from "../../errors/read.ts";
import { historyUnchanged, pastAnnounced } from "../../errors/up.ts";
import { type Change, compare, sameMeaning } from "../forms/compare.ts";
import { wireIn } from "../forms/occurrence.ts";
import { deployedIn, isSeries, unconfirmedIn } from "../forms/state.ts";
import { holdsUnknown } from "../forms/unknown.ts";
import { type Update, wireOf } from "../forms/wire.ts";
import type { Timed } from "../record/history.ts";
import type { Kept } from "../record/known.ts";
import { subject } from "../record/operation-error.ts";
import { isOver, nextDate } from "./series.ts";

/*
 * Decides what a change of the program means for occurrences: a change applies to this occurrence and the later ones, undoing
 * what somebody did to one occurrence applies to that one, and nothing applies to what has ended.
 */

/** Divides the changes: what somebody did to one occurrence is undone first, and there alone. */
export function stepsOf(definition: Definition, stored: Stored, { declared, changes }: Update): Update[] {
  const { one = [], following = [] } = Object.groupBy(changes, (change) =>
    isUndone(definition, stored, change) ? "one" : "following",
  );
  return [
    { declared, changes: one, reach: "one" },
    { declared, changes: following, reach: "following" },
  ];
}

/** Whether a change puts back what was deployed on one occurrence. The pattern belongs to the whole series. */
const isUndone = ({ series }: Definition, stored: Stored, change: Change): boolean =>
  change.name !== series?.property && putsBack(stored, change);

/** Whether a change puts back what was deployed before somebody changed it. */
function putsBack(stored: Stored, { name, property, wire }: Change): boolean {
  const deployed = deployedIn(stored)[name];
  return deployed !== undefined && wire !== undefined && sameMeaning(property, property.type.toWire(deployed), wire);
}

/** Whether changes make other dates. */
export const makesDates = (definition: Definition, changes: readonly Change[]): boolean =>
  changes.some(({ name, wire }) => wire !== undefined && definition.series?.timed.includes(name)) ||
  changesPattern(definition, changes);

/** Whether the API makes the later occurrences again. */
export const changesPattern = ({ series }: Definition, changes: readonly Change[]): boolean =>
  changes.some(({ name, wire }) => wire !== undefined && name === series?.property);

/**
 * Returns the changes of the program that what has ended doesn't show already: a program may take over what somebody has
 * changed. A write whose outcome nobody can learn any more counts as done.
 *
 * @param shown what the state would hold if it were compared. @default not known
 */
export function changesOfHistory(
  definition: Definition,
  { stored, shown, declared }: { stored: Stored; shown: Stored | undefined; declared: Declared },
): Change[] {
  const changes = compare(definition, stored, declared);
  if (shown === undefined) return changes;
  const settled = unconfirmedIn(shown);
  const different = [...wireOf(compare(definition, shown, declared)).sent];
  return changes.filter(({ name }) => different.includes(name) && !settled.includes(name));
}

/** Says what a preview doesn't show: which dates a create or an update leaves out, and why it will be refused. */
export function describeDates(
  timed: Timed,
  { id, stored, shown, declared }: Partial<Kept> & { shown?: Stored | undefined; declared: Declared },
): string[] {
  const { definition } = timed;
  const { series } = definition;
  const times = [series?.property, ...(series?.timed ?? [])].map((name) => declared[name ?? ""]);
  if (series === undefined || times.some(holdsUnknown)) return [];
  const isAdopted = id === undefined && typeof declared.adopt === "string";
  if (isAdopted) return [];
  const what = subject({ definition, stored: stored ?? {}, declared, recordId: id });
  const offset = nextDate(timed, declared);
  const time = formatInstant(series.startOf(wireIn(definition, declared)) + (offset ?? 0));
  if (id === undefined || stored === undefined) {
    if (offset === undefined) return series.announces(declared) ? [`${what}: ${pastAnnounced()}`] : [];
    return offset === 0 ? [] : [newDates.created({ what, time })];
  }
  const changes = changesOfHistory(definition, { stored, shown, declared });
  if (wireOf(changes).sent.size === 0 || !isOver(timed, { id, stored })) return [];
  const isNew = makesDates(definition, changes) && offset !== undefined;
  return [isNew ? newDates.updated({ what, time }) : `${what}: ${historyUnchanged.declared()}`];
}

/**
 * Says how far an update undoes manual changes, because a preview only shows that the values differ.
 *
 * @returns one line for the changes of one occurrence, and one for that of the series
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
