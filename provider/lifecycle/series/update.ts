import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { datesMoved, deletedOnHub } from "../../errors/up.ts";
import { type Change, liveValue } from "../forms/compare.ts";
import { declaresSeries, isSeries, type Kept, occurrencesIn, occurrencesKey } from "../forms/state.ts";
import { type Known, storedAfterRead, unsent } from "../forms/stored.ts";
import type { Update } from "../forms/wire.ts";
import { ifListed } from "../record/find.ts";
import { planNow, updateRecord } from "../record/update.ts";
import { resultOf, wholeOf, write } from "../record/write.ts";
import { findCurrentOrNote } from "./current.ts";
import { beginningAt, dateAt, goesOn, isDateOver, type NotedDate, notedIn, type SeriesScope } from "./dates.ts";
import { notingDates, withLater } from "./note.ts";

/*
 * An update changes the current date and those that follow it. Other dates need another record (`forms/history.ts`), except a later
 * end of the pattern.
 *
 *     state      id "1", title "Patching", __occurrences { 1: 0, 2: 7 days, 3: 14 days } from 2 December
 *     clock      5 December
 *     program    title "Updates"
 *     sent       GET 2, PUT 2 { title: "Updates", recurring: { update_following: true } }
 */

export async function updateSeries(scope: SeriesScope, { id, stored }: Kept, declared: Declared): Promise<Kept> {
  const { definition } = scope;
  const { changes } = planNow(scope, stored, declared);
  const becomesSeries = declaresSeries(definition, declared) && setsPattern(definition, changes);
  const known = { id, stored, live: {}, sent: unsent, origin: "stored" } as const;
  if (!isSeries(definition, stored) && !becomesSeries) return updateRecord(scope, known, declared);
  return changeSeries(scope, known, { declared, changes });
}

const setsPattern = ({ series }: SeriesDefinition, changes: readonly Change[]): boolean =>
  changes.some(({ name, wire }) => name === series.property && wire !== undefined);

async function changeSeries(scope: SeriesScope, known: Known, { declared, changes: planned }: Update): Promise<Kept> {
  const { definition } = scope;
  const { id } = known;
  // The current date may show the default already, and a later one the old value.
  const changes = planned.map((each) => (each.kind === "removed" ? { ...each, wire: each.property.cleared } : each));
  // Somebody has made it a series, and the program says so, too.
  const isMadeOne = known.stored[occurrencesKey] === undefined && declaresSeries(definition, declared);
  const stored = isMadeOne ? await withLater(scope, known) : known.stored;
  if (changes.every(({ wire }) => wire === undefined)) return resultOf(scope, { ...known, stored }, declared);
  const { date, stored: noted } = await findCurrentOrNote(scope, { id, stored, declared });
  if (date === undefined) {
    if (goesOn(scope, declared)) throw new StatusHubError(deletedOnHub.allGone());
    return resultOf(scope, { ...known, stored }, declared);
  }
  const makesDates = setsPattern(definition, changes);
  if (makesDates) await requireUntouched(scope, { id, stored: noted });
  const begun = beginningAt(definition, declared, occurrencesIn(noted)[date.id] ?? 0);
  const whole = makesDates && !date.isLast ? wholeDate(scope, { stored: noted, live: date.live }, begun) : [];
  const update = { declared, changes: merged(changes, whole), changesFollowing: true };
  const send = () => write(date, { ...known, stored: noted }, update);
  return makesDates ? notingDates(scope, send, date.id) : send();
}

/**
 * Returns what one date shows otherwise than declared: the dates that a pattern makes are copies of the date that gets it, which
 * somebody may have edited or moved.
 */
function wholeDate(
  scope: SeriesScope,
  { stored, live }: { readonly stored: Stored; readonly live: Live },
  declared: Declared,
): readonly Change[] {
  const shown = storedAfterRead({ ...scope, live }, stored);
  const isShown = ({ property }: Change) => liveValue(property, live, undefined) !== undefined;
  // A hidden date would hide all. Any other property that isn't declared keeps what somebody has made of it.
  const isOurs = ({ name, property }: Change) => declared[name] !== undefined || property.hides !== undefined;
  return wholeOf(scope.definition, shown, declared).filter((each) => isShown(each) && isOurs(each));
}

const merged = (changes: readonly Change[], others: readonly Change[]): readonly Change[] => [
  ...changes.filter(({ name }) => !others.some((other) => other.name === name)),
  ...others,
];

/**
 * Requires that the dates to come are where the program says. Inferred (update-following): a service makes all dates again that follow
 * the one that gets the pattern, also those that somebody has canceled or moved.
 */
async function requireUntouched(scope: SeriesScope, kept: Kept): Promise<void> {
  const { definition, collection } = scope;
  const listed = await ifListed(collection.list);
  const isTouched = ([id, offset]: NotedDate) => {
    const live = listed?.find((each) => String(each.id) === id) ?? {};
    const start = definition.series.startOf(live);
    const isMoved =
      !Number.isNaN(start) && start !== definition.series.startOf(dateAt(definition, kept.stored, offset));
    return !isDateOver(scope, kept.stored, offset) && (live.id === undefined || isMoved);
  };
  const touched = listed === undefined ? [] : notedIn(kept).filter(isTouched);
  if (touched.length > 0) throw new StatusHubError(datesMoved({ ids: touched.map(([id]) => id).join(", ") }));
}
