import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import type { Method } from "../../model/api/operation.ts";
import { HttpError, invalid } from "../http-error.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { Store } from "../state/store.ts";
import type { HubRow } from "./hub.ts";
import { byStart, chosen } from "./list.ts";
import { findServiceOn } from "./shared-service.ts";

interface EventRow {
  readonly id: number;
  readonly start_time: string;
  readonly end_time: string | null;
}

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

/** Documented: a connected hub shares the events that affect the shared services, and no others. */
export const affectsHub = (store: Store, hub: HubRow, statuses: readonly ServiceStatus[]): boolean =>
  statuses.some(({ service_id }) => findServiceOn(store, hub, service_id) !== undefined);

export function listedEvents<Row extends EventRow>(
  events: readonly Row[],
  query: EventQuery,
  isDraft: (row: Row) => boolean,
): readonly Row[] {
  // Inferred: newest first; without the parameter, drafts are included.
  return chosen(events.toSorted(byStart).toReversed(), query.draft ?? "all", isDraft).filter(periodFilter(query));
}

/**
 * Documented: the period overlaps the range; an open event lasts into the far future. Inferred: touching counts as
 * overlapping, and a range doesn't end before it starts.
 */
function periodFilter({ start_time, end_time }: EventQuery): (event: EventRow) => boolean {
  const from = start_time && toTime(start_time);
  const to = end_time && toTime(end_time);
  if (from && to && to < from) throw invalid("end_time", "must not be before start_time");
  return (event) =>
    (to === undefined || event.start_time <= to) &&
    (from === undefined || event.end_time === null || event.end_time >= from);
}

/** Returns a date-time that its schema has accepted in the API's format. */
export const toTime = (text: string): string => formatInstant(parseInstant(text) ?? Number.NaN);
