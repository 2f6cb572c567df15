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
 *     draft      anything   anything          like any record
 *     unknown    anything   anything          like any record: nothing was deployed, or its end is not known
 *     to come    over       over or deleted   history: it isn't compared, changed or made again
 *     to come    over       to come           like any record: the program ends it
 *     to come    to come    anything          like any record
 *     to come    unknown    anything          like any record
 *     over       unknown    anything          unclear: an update, and never another record
 *     over       over       over or deleted   history
 *     over       over       to come           extended: its dates and its hub stay, the rest is compared and sent
 *     over       to come    over or deleted   another record replaces it
 *     over       to come    to come           new dates: in an update if the record can get them, which `plan.ts` decides
 *
 * A page that nobody has read, or that doesn't say the end, counts as to come. So does a maintenance that has begun: only the end counts.
 */

export interface Phase {
  readonly deployed: End | "draft";
  readonly declared: End;
  readonly page: End | "deleted";
}

/** The last column of the table. */
export type Course = "like any record" | "history" | "extended" | "another record" | "new dates" | "unclear";

/** Decides by the table, from top to bottom. */
export function courseOf({ deployed, declared, page }: Phase): Course {
  const isOverOnPage = page === "over" || page === "deleted";
  switch (deployed) {
    case "draft":
    case "unknown":
      return "like any record";
    case "to come":
      return declared === "over" && isOverOnPage ? "history" : "like any record";
    case "over":
      if (declared === "unknown") return "unclear";
      if (declared === "over") return isOverOnPage ? "history" : "extended";
      return isOverOnPage ? "another record" : "new dates";
  }
}

/** A record, or all occurrences of a series, as the page shows them. Empty if all are deleted; undefined if nobody has read it. */
export type Page = readonly Live[] | undefined;

/** A record in the state, in the program and on the page. */
export interface Sides {
  readonly state: State;
  readonly declared: Declared;
  readonly page: Page;
}

export function phaseOf(definition: Definition, sides: Sides, now: number): Phase {
  const { state, declared, page } = sides;
  // If the program or the page has published it, somebody may have seen it.
  const isHiddenByProgram = wasHidden(definition, state);
  const isDraft = isHiddenByProgram && isHiddenThere(definition, state, page);
  const end = deployedEnd(definition, state, now);
  return {
    deployed: isDraft ? "draft" : end,
    // With the dates that were deployed, it is over when those are: the service may have made occurrences later than its pattern says.
    declared: hasDeployedDates(definition, sides) ? end : endIn(definition, declared, now),
    page: page === undefined ? "unknown" : endOnPage(definition, state, page, now),
  };
}

/** Whether the page hides it, or did so when it was last read. */
function isHiddenThere(definition: Definition, state: State, page: Page): boolean {
  if (page === undefined) return isHidden(definition, state.values);
  // Nothing is left that visitors could look up.
  if (page.length === 0) return true;
  // One hidden occurrence of a series is enough: it gets the next change (`series/current.ts`).
  return page.some((live) => isHiddenOnPage(definition, live));
}

const hasDeployedDates = (definition: Definition, { state, declared }: Sides): boolean =>
  changedDates(definition, state, declared).length === 0;

/** The end on the page. A series is over there once all its occurrences are. */
function endOnPage(definition: Definition, state: State, page: readonly Live[], now: number): Phase["page"] {
  if (page.length === 0) return "deleted";
  // The page of a series has a record for each of its occurrences. A single maintenance is there with one record: if somebody has made it
  // recurring, its occurrences are known only by its pattern.
  const hasAllOccurrences = isSeries(definition, state);
  const endOf = hasAllOccurrences ? endOfRecord : endOfAll;
  const ends = page.map((live) => endOf(definition, live, now));
  const firstThatIsNotOver = ends.find((end) => end !== "over");
  return firstThatIsNotOver ?? "over";
}
