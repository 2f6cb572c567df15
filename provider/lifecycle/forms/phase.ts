import type { Declared, Live } from "../../../model/api/form.ts";
import { type Definition, isHidden } from "../../../model/kinds/kind.ts";
import { changedDates } from "./dates.ts";
import { deployedEnd, type End, endIn, endOfAll, endOfRecord } from "./end.ts";
import { isHiddenOnPage, wasHidden } from "./hidden.ts";
import { isSeries, type State } from "./state.ts";

/*
 * Whether a maintenance is over: by the program that was deployed, by the program now, and on the page. The three decide its course, on
 * which diff, preview, update and read switch. The page decides once the deployed end is over.
 *
 *     deployed   program    on the page       course
 *     to come    to come    anything          like any record
 *     to come    unknown    anything          like any record
 *     to come    over       to come           like any record: the program ends it
 *     to come    over       over or deleted   history: it isn't compared, changed or made again
 *     over       over       over or deleted   history
 *     over       over       to come           extended: its dates and its hub stay, the rest is compared and sent
 *     over       to come    over or deleted   another record replaces it
 *     over       to come    to come           new dates, in an update
 *     over       unknown    anything          unclear: an update, and never another record
 *     draft      anything   anything          like any record
 *     unknown    anything   anything          like any record: nothing was deployed, or its end is not known
 *
 * It is a draft as long as the deployed program and the page both hide it. A page that nobody has read counts as to come. A maintenance
 * that has begun is still to come: only the end counts.
 *
 * Series are the exception (`plan.ts`): new dates, other than a later end of the pattern, always need another record. So does a series
 * that begins later than the record that would become it.
 */

export interface Phase {
  readonly deployed: End | "draft";
  readonly declared: End;
  readonly page: End | "deleted";
}

/** A record, or all occurrences of a series, as the page shows them. Empty if all are deleted; undefined if nobody has read it. */
export type Page = readonly Live[] | undefined;

export interface Sides {
  readonly state: State;
  readonly declared: Declared;
  readonly page: Page;
}

export function phaseOf(definition: Definition, { state, declared, page }: Sides, now: number): Phase {
  const deployed = deployedEnd(definition, state, now);
  const isDraft = wasHidden(definition, state) && isHiddenThere(definition, state, page);
  // Then the program ends as it did: the service may have made occurrences later than its pattern says.
  const hasSameDates = changedDates(definition, state, declared).length === 0;
  return {
    deployed: isDraft ? "draft" : deployed,
    declared: hasSameDates ? deployed : endIn(definition, declared, now),
    page: pageEnd(definition, { state, page, now }),
  };
}

/** The last column of the table. */
export type Course = "like any record" | "history" | "extended" | "another record" | "new dates" | "unclear";

export function courseOf({ deployed, declared, page }: Phase): Course {
  const isLeft = page === "to come" || page === "unknown";
  if (deployed === "over") {
    if (declared === "unknown") return "unclear";
    if (declared === "over") return isLeft ? "extended" : "history";
    return isLeft ? "new dates" : "another record";
  }
  if (deployed === "to come" && declared === "over") return isLeft ? "like any record" : "history";
  return "like any record";
}

/** Whether the page hides it, or did so when it was last read. */
function isHiddenThere(definition: Definition, state: State, page: Page): boolean {
  if (page === undefined) return isHidden(definition, state.values);
  // Nothing is left that visitors could look up. One hidden occurrence of a series is enough: `series/current.ts` finds it.
  return page.length === 0 || page.some((live) => isHiddenOnPage(definition, live));
}

/** The end on the page. A series is over there once all its occurrences are. */
function pageEnd(
  definition: Definition,
  { state, page, now }: Omit<Sides, "declared"> & { readonly now: number },
): Phase["page"] {
  if (page === undefined) return "unknown";
  if (page.length === 0) return "deleted";
  // A series notes all its occurrences, and each is on the page. A single maintenance that somebody has made recurring also has those that
  // follow by its pattern.
  const endOfEach = isSeries(definition, state) ? endOfRecord : endOfAll;
  const ends = page.map((live) => endOfEach(definition, live, now));
  return ends.find((end) => end !== "over") ?? "over";
}
