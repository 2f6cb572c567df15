import { formatInstant, parseInstant } from "../../api/instant.ts";
import type { Method } from "../../api/operation.ts";
import { invalid, Refusal } from "../http/refusal.ts";
import type { HubRow, ServiceStatus } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { chosen } from "./list.ts";
import { findServiceOn } from "./shared-service.ts";

/** What incidents and maintenances have in common. */
export interface EventRow {
  readonly id: number;
  readonly start_time: string;
  readonly end_time: string | null;
}

type Started = Pick<EventRow, "id" | "start_time">;

interface EventQuery {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly draft?: "true" | "false" | "all" | undefined;
}

/** Inferred: events are worked on in the primary hub; a connected hub shows those that affect what it shares. */
export function admitEvents(hub: HubRow, method: Method): void {
  if (hub.type === "connected" && method !== "GET")
    throw new Refusal(422, `subdomain ${hub.subdomain} is a connected hub, whose events belong to its primary hub`);
}

/** The events of a hub; those of its primary hub that affect a shared service, on a connected one. */
export function eventsOn<Row extends EventRow>(
  hub: HubRow,
  byHub: (hubId: number) => readonly Row[],
  affects: (row: Row) => boolean,
): readonly Row[] {
  return hub.parent_id === null ? byHub(hub.id) : byHub(hub.parent_id).filter(affects);
}

/** Documented: a connected hub shares the events that affect the shared services, and no others. */
export const affectsHub = (store: Store, hub: HubRow, statuses: readonly ServiceStatus[]): boolean =>
  statuses.some(({ service_id }) => findServiceOn(store, hub, service_id) !== undefined);

export function listedEvents<Row extends EventRow>(
  events: readonly Row[],
  query: EventQuery,
  isDraft: (row: Row) => boolean,
): readonly Row[] {
  // Inferred: newest first; without the parameter, drafts are listed.
  return chosen(events.toSorted(latestFirst), query.draft ?? "all", isDraft).filter(periodFilter(query));
}

/** Orders by start, newest first. */
export const latestFirst = (first: Started, second: Started): number =>
  first.start_time === second.start_time ? second.id - first.id : first.start_time < second.start_time ? 1 : -1;

/** Documented: the period overlaps the range; an open event lasts into the far future. Inferred: touching counts. */
function periodFilter({ start_time, end_time }: EventQuery): (event: EventRow) => boolean {
  // Times of records are texts of one form, so that they compare as they are.
  const from = start_time === undefined ? undefined : formatInstant(toInstant(start_time));
  const to = end_time === undefined ? undefined : formatInstant(toInstant(end_time));
  return (event) =>
    (to === undefined || event.start_time <= to) &&
    (from === undefined || event.end_time === null || event.end_time >= from);
}

/** Reads a date-time that has passed its schema. */
export function toInstant(text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw invalid("the time", `${text} is not a date-time`);
  return instant;
}
