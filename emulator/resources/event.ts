import { formatInstant, parseInstant } from "../../api/instant.ts";
import type { Method } from "../../api/operation.ts";
import { HttpError, invalid } from "../http/http-error.ts";
import type { HubRow, ServiceStatus } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { chosen } from "./list.ts";
import { findServiceOn } from "./shared-service.ts";

/** Fields that incidents and maintenances share. */
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

/** Inferred: events are edited in the primary hub; a connected hub shows those that affect its shared services. */
export function admitEvents(hub: HubRow, method: Method): void {
  if (hub.type === "connected" && method !== "GET")
    throw new HttpError(422, `subdomain ${hub.subdomain} is a connected hub, whose events belong to its primary hub`);
}

/** Returns the events of a hub; on a connected hub, those of its primary hub that affect a shared service. */
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
  // Inferred: newest first; without the parameter, drafts are included.
  return chosen(events.toSorted(latestFirst), query.draft ?? "all", isDraft).filter(periodFilter(query));
}

/** Sorts by start, newest first. */
export const latestFirst = (first: Started, second: Started): number =>
  first.start_time === second.start_time ? second.id - first.id : first.start_time < second.start_time ? 1 : -1;

/**
 * Documented: the period overlaps the range; an open event lasts into the far future. Inferred: touching counts as
 * overlapping.
 */
function periodFilter({ start_time, end_time }: EventQuery): (event: EventRow) => boolean {
  // Times of records all have the same format, so they can be compared as text.
  const from = start_time === undefined ? undefined : formatInstant(toInstant(start_time));
  const to = end_time === undefined ? undefined : formatInstant(toInstant(end_time));
  return (event) =>
    (to === undefined || event.start_time <= to) &&
    (from === undefined || event.end_time === null || event.end_time >= from);
}

/** Parses a date-time that its schema has accepted. */
export function toInstant(text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw invalid("the time", `${text} is not a date-time`);
  return instant;
}
