import type { Live, Wire } from "../../model/api/form.ts";
import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { readServiceStatuses } from "../../model/kinds/service-status.ts";
import { hasSimilarIdentity, showsSame } from "../../provider/inspect.ts";
import { joinWithAnd } from "../terminal/output.ts";
import type { Appeared } from "./plan.ts";

/*
 * Decides whether an update on the page is what would be sent. Three results count, and what follows from each is decided elsewhere:
 *
 * - the same: every part is equal
 * - unclear: no part differs, but some aren't shown
 * - different: a part differs
 *
 * Whether it was silent is in no response.
 */

/** How an update on the page compares with everything that would be sent. */
export interface Comparison {
  /** What it shows otherwise. */
  readonly differs: readonly Part[];
  /** What it doesn't show. */
  readonly notShown: readonly Part[];
}

type Part = keyof typeof parts;

/** The properties of a template that are sent, and what is said if they differ, or aren't shown. */
const parts = {
  title: { other: "another form of the title", whole: "its title" },
  body: { other: "a different text", whole: "its text" },
  incidentType: { other: "a different type", whole: "its type" },
  serviceStatuses: { other: "different services or statuses", whole: "its services" },
} as const;

const partNames = Object.keys(parts) as Part[];

export function compareUpdate(live: Live, sent: Wire): Comparison {
  const differs: Part[] = [];
  const notShown: Part[] = [];
  for (const part of partNames) {
    const likeness = likenessOf(part, live, sent);
    if (likeness === "different") differs.push(part);
    if (likeness === "not shown") notShown.push(part);
  }
  return { differs, notShown };
}

function likenessOf(part: Part, live: Live, sent: Wire): ReturnType<typeof showsSame> {
  const property = incidentTemplate.properties[part];
  if (property === undefined) throw new TypeError(`An incident template has no ${part}.`);
  const wanted = sent[property.key];
  if (wanted === undefined) return "same";
  const shown = part === "serviceStatuses" ? readServiceStatuses(live) : live[property.key];
  return showsSame(property, shown, wanted);
}

/** All that it shows is what would be sent, so it is the same or unclear. */
export const showsNothingElse = ({ differs }: Comparison): boolean => differs.length === 0;

/** It has everything that would be sent. */
export const isSame = ({ differs, notShown }: Comparison): boolean => differs.length === 0 && notShown.length === 0;

/** It may have everything, but it doesn't show it. */
export const isUnclear = ({ differs, notShown }: Comparison): boolean => differs.length === 0 && notShown.length > 0;

/** Whether visitors see in it what would be sent. */
export const isPublishedSame = ({ shown, isDraft }: Appeared, sent: Wire): boolean =>
  !isDraft && isSame(compareUpdate(shown, sent));

export const inOtherWords = ({ differs }: Comparison): string => joinWithAnd(differs.map((part) => parts[part].other));

export const hiddenInWords = ({ notShown }: Comparison): string =>
  joinWithAnd(notShown.map((part) => parts[part].whole));

/** Whether an update may be what a POST has made: StatusHub may have rewritten its texts. What it doesn't show may be the same. */
export function resembles(shown: Live, sent: Wire): boolean {
  const texts = ["title", "body"];
  const differsOtherwise = compareUpdate(shown, sent).differs.some((part) => !texts.includes(part));
  if (differsOtherwise) return false;
  const shownTexts = texts.filter((name) => shown[name] !== undefined);
  return areTextsAlike(shown, sent, shownTexts);
}

/** Whether a record has the title of a message, also if StatusHub has rewritten it. */
export const hasTitle = (shown: Live, sent: Wire): boolean => areTextsAlike(shown, sent, ["title"]);

/** Whether these texts are equal, also if StatusHub has rewritten them. */
function areTextsAlike(shown: Live, sent: Wire, names: readonly string[]): boolean {
  const declared = Object.fromEntries(names.map((name) => [name, sent[name]]));
  return hasSimilarIdentity(incidentTemplate, shown, { declared, names });
}
