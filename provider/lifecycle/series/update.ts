import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isHidden, type SeriesDefinition } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { datesMoved, deletedOnHub } from "../../errors/up.ts";
import { type Change, liveValue, sameMeaning } from "../forms/compare.ts";
import { isDraft, isOver } from "../forms/history.ts";
import { asDeployed, declaresSeries, isSeries, type Kept, occurrencesIn } from "../forms/state.ts";
import { storedAfterRead, unsent } from "../forms/stored.ts";
import { shownOfDate, wireIn } from "../forms/wire.ts";
import { ifListed } from "../record/find.ts";
import { isHiddenOnPage } from "../record/leftover.ts";
import { planNow, updateRecord } from "../record/update.ts";
import { resultOf, wholeOf, write } from "../record/write.ts";
import { dateAt, declaredAt, goesOn, isDateOver, type NotedDate, notedIn, type SeriesScope } from "./dates.ts";
import { findCurrentOrNote, isDateOf, notingDates } from "./note.ts";

/*
 * An update changes the current date and those that follow it. Other dates need another record (`forms/plan.ts`), except a later
 * end of the pattern.
 *
 *     state      id "1", title "Patching", __occurrences { 1: 0, 2: 7 days, 3: 14 days } from 2 December
 *     clock      5 December
 *     program    title "Updates"
 *     sent       GET 2, PUT 2 { title: "Updates", recurring: { update_following: true } }
 */

export async function updateSeries(scope: SeriesScope, { id, stored }: Kept, declared: Declared): Promise<Kept> {
  const { definition } = scope;
  const kept = await asShownIfOver(scope, { id, stored });
  const declares = declaresSeries(definition, declared);
  if (!declares && !isSeries(definition, kept)) return updateRecord(scope, { id, stored: kept }, declared);
  // The current date may show the default already, and a later one the old value.
  const changes = planNow(scope, kept, declared).changes.map((each) =>
    each.kind === "removed" ? { ...each, wire: each.property.cleared } : each,
  );
  const makesDates =
    declares && changes.some(({ name, wire }) => name === definition.series.property && wire !== undefined);
  const known = { id, stored: kept, live: {}, sent: unsent, origin: "stored" } as const;
  if (changes.every(({ wire }) => wire === undefined)) return resultOf(scope, known, declared);
  const { date, stored: withDates } = await findCurrentOrNote(scope, { id, stored: kept, declared });
  if (date === undefined) {
    if (goesOn(scope, declared)) throw new StatusHubError(deletedOnHub.allGone());
    return resultOf(scope, known, declared);
  }
  if (makesDates && hasDeployedPattern(definition, kept, date.live))
    await requireUntouched(scope, { id, stored: withDates });
  const atDate = declaredAt(definition, declared, occurrencesIn(withDates)[date.id] ?? 0);
  const whole = makesDates && !date.isOver ? wholeDate(scope, { stored: withDates, live: date.live }, atDate) : [];
  const others = changes.filter(({ name }) => !whole.some((each) => each.name === name));
  const update = { declared, changes: [...others, ...whole], changesFollowing: true };
  const send = () => write(date, { ...known, stored: withDates }, update);
  return makesDates ? notingDates(scope, send, date.id) : send();
}

/** Returns a draft that is over as the page shows it: somebody may have published it, and then it is history. */
async function asShownIfOver(scope: SeriesScope, { id, stored }: Kept): Promise<Stored> {
  const { definition, collection } = scope;
  const hasEnded = isOver(definition, asDeployed(definition, stored), collection.serverTime());
  const live = isDraft(definition, stored) && hasEnded ? await collection.get(id) : undefined;
  if (live === undefined) return stored;
  const shown = isSeries(definition, stored) ? shownOfDate(definition, live, true) : live;
  return storedAfterRead({ ...scope, live: shown }, stored);
}

/**
 * Returns what one date shows otherwise than declared: the dates that a pattern makes are copies of the date that gets it, which
 * somebody may have edited or moved.
 */
function wholeDate(
  scope: SeriesScope,
  { stored, live }: { readonly stored: Stored; readonly live: Live },
  atDate: Declared,
): readonly Change[] {
  const shown = storedAfterRead({ ...scope, live }, stored);
  const isShown = ({ property }: Change) => liveValue(property, live, undefined) !== undefined;
  // A hidden date would hide all. Any other property that isn't declared keeps what somebody has made of it.
  const isOurs = ({ name, property }: Change) => atDate[name] !== undefined || property.hides !== undefined;
  return wholeOf(scope.definition, shown, atDate).filter(
    (each) => isShown(each) && isOurs(each) && each.wire !== undefined,
  );
}

/** Whether a date shows the pattern that was deployed. If not, a lost write or somebody has made its dates again already. */
function hasDeployedPattern(definition: SeriesDefinition, stored: Stored, live: Live): boolean {
  const pattern = definition.properties[definition.series.property];
  if (pattern === undefined) return false;
  const deployed = wireIn(definition, asDeployed(definition, stored))[pattern.wire] ?? null;
  return sameMeaning(pattern, deployed, liveValue(pattern, live, deployed) ?? null);
}

/**
 * Requires that the dates to come are alike, and where the program says. Inferred (update-following): a service makes all dates again
 * that follow the one that gets the pattern, as copies of it, also those that somebody has canceled.
 */
async function requireUntouched(scope: SeriesScope, kept: Kept): Promise<void> {
  const { definition, collection } = scope;
  const { startOf } = definition.series;
  const listed = await ifListed(collection.list);
  if (listed === undefined) return;
  const ahead = notedIn(kept).filter(([, offset]) => !isDateOver(scope, kept, offset));
  // Lists omit some values.
  const inFull = async ([id]: NotedDate) => {
    const live = listed.find((each) => String(each.id) === id);
    return live && collection.inFull(live);
  };
  const shown = await Promise.all(ahead.map(inFull));
  const first = shown.find((live) => live !== undefined) ?? {};
  const isTouched = ([, offset]: NotedDate, index: number) => {
    const live = shown[index];
    if (live === undefined) return true;
    const isMoved = startOf(live) !== startOf(dateAt(definition, kept.stored, offset));
    const isHiddenThere = isHiddenOnPage(definition, live);
    const isSame = isDateOf(definition, first, live, "the same or none");
    return isMoved || !isSame || isHiddenThere !== isHidden(definition, kept.stored);
  };
  const touched = ahead.filter(isTouched);
  if (touched.length > 0) throw new StatusHubError(datesMoved({ ids: touched.map(([id]) => id).join(", ") }));
}
