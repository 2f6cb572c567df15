import { parseInstant } from "../../api/instant.ts";
import type { Method } from "../../api/operation.ts";
import { chosen, inOrder } from "../paging.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { HubRow, ServiceStatus } from "../row.ts";
import type { Store } from "../store.ts";
import { findServiceOn } from "./shared-service.ts";

/** What incidents and maintenances have in common. */
export interface EventRow {
  readonly id: number;
  readonly start_time: string;
  readonly end_time: string | null;
  readonly deleted: boolean;
}

interface EventQuery {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly deleted?: "true" | "false" | "all" | undefined;
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

export function listed<Row extends EventRow>(
  events: readonly Row[],
  query: EventQuery,
  isDraft: (row: Row) => boolean,
): readonly Row[] {
  const from = query.start_time === undefined ? Number.NEGATIVE_INFINITY : (parseInstant(query.start_time) ?? 0);
  const to = query.end_time === undefined ? Number.POSITIVE_INFINITY : (parseInstant(query.end_time) ?? 0);
  // Inferred: newest first; without the parameters deleted events are left out and drafts are not.
  const found = chosen(inOrder(events, latestFirst), query.deleted ?? "false", ({ deleted }) => deleted);
  return chosen(found, query.draft ?? "all", isDraft).filter((event) => overlaps(event, from, to));
}

const latestFirst = (first: EventRow, second: EventRow) =>
  first.start_time === second.start_time ? second.id - first.id : first.start_time < second.start_time ? 1 : -1;

/** Documented: the period overlaps the range; an open event lasts into the far future. Inferred: touching counts. */
function overlaps(event: EventRow, from: number, to: number): boolean {
  const end = event.end_time === null ? Number.POSITIVE_INFINITY : Date.parse(event.end_time);
  return Date.parse(event.start_time) <= to && end >= from;
}

/** Reads a date-time that the schema has let through, as the API writes it. */
export function toInstant(text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw invalid("the time", `${text} is not a date-time`);
  return instant;
}
