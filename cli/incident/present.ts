import type { Live, Wire } from "../../model/api/form.ts";
import { parseInstant } from "../../model/api/instant.ts";
import { textOf } from "../../model/api/object.ts";

/*
 * What the page has of an incident, and what that says: whether it is open, and what of it is a draft.
 */

/** What an incident says, the latest update first. */
export interface Updates {
  /** If StatusHub doesn't list them, the title that the incident has now stands for them. */
  readonly published: readonly Live[];
  readonly drafts: readonly Live[];
  readonly isListed: boolean;
}

/** An incident as it is now. */
export interface Present extends Updates {
  readonly live: Live;
}

export const isOpen = (incident: Present): boolean => hasNoEnd(incident.live) || isEndedByDraft(incident);

/** Documented: an open incident has no end. Observed: a list shows the type of its last update. */
export function hasNoEnd({ end_time: end, last_incident_type: lastType }: Live): boolean {
  const saysEnd = end !== undefined;
  return saysEnd ? end === null : lastType !== "resolved";
}

/** Not documented: whether a draft of an update ends its incident. Visitors see it open until a published one does. */
export function isEndedByDraft({ live, published, drafts, isListed }: Present): boolean {
  if (!isListed || isDraft(live)) return false;
  return drafts.some(resolves) && !published.some(resolves);
}

/** Whether an update ends its incident. */
export const resolves = ({ incident_type: type }: Live | Wire): boolean => type === "resolved";

export const isDraft = (live: Live): boolean => draftFlag(live) === true || live.state === "draft";

export const saysWhetherDraft = (live: Live): boolean =>
  typeof live.state === "string" || typeof draftFlag(live) === "boolean";

const draftFlag = ({ flags }: Live): unknown => (flags as { draft?: unknown } | undefined)?.draft;

/** The updates that say what an incident is about: the latest one, and the one that opened it. */
export function latestAndFirst(updates: readonly Live[]): readonly Live[] {
  const latest = updates.slice(0, 1);
  const first = updates.slice(-1);
  return [...latest, ...first];
}

export const latestFirst = (one: Live, other: Live): number =>
  startOrZero(other) - startOrZero(one) || Number(other.id) - Number(one.id);

/** When something began, in milliseconds since 1970; 0 if the response doesn't say. */
export const startOrZero = ({ start_time }: Live): number => parseInstant(textOf(start_time)) ?? 0;
