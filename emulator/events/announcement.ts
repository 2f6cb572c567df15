import { calendar } from "../../model/api/instant.ts";
import { affectedServices } from "../resources/incident-values.ts";
import type { EventNotification, MaintenanceRow } from "../resources/maintenance.ts";
import type { PlatformAlertRow } from "../state/row.ts";
import type { IncidentStory } from "./hub-scope.ts";

/** An event that a hub announces, before its recipients are known. */
export interface Announcement {
  readonly event: "incident" | "maintenance" | "platform-alert";
  readonly eventId: number;
  /** The incident update that it is about. */
  readonly updateId: number | null;
  readonly title: string;
  /** When it is sent, in milliseconds since 1970. */
  readonly at: number;
  /**
   * The services that the event affects. Documented: a platform alert isn't tied to a service and goes to all
   * subscriptions.
   */
  readonly services: readonly number[] | "platform-wide";
  /** Why no subscriber receives it. */
  readonly withheld: "draft" | "silent" | "event-deleted" | "too-late" | undefined;
  /** Whether it is part of the minimum that a `less_verbose` subscription receives. */
  readonly essential: boolean;
}

/** Announces every new update. Inferred: nothing is sent when an update is edited or deleted. */
export function incidentAnnouncements({ incident, updates }: IncidentStory): Announcement[] {
  const withheld = (update: { state: string; silent: boolean }) =>
    update.state === "draft" ? "draft" : update.silent ? "silent" : undefined;
  // Documented: "typically first and final". Inferred: the first one that is sent, and the one that resolves the
  // incident.
  const first = updates.find((update) => withheld(update) === undefined);
  return updates.map((update, index) => ({
    event: "incident",
    eventId: incident.id,
    updateId: update.id,
    title: update.title,
    at: Date.parse(update.created_at),
    // Inferred: an update is about every service that its incident has affected so far.
    services: affectedServices(updates.slice(0, index + 1)),
    withheld: withheld(update),
    essential: update === first || update.incident_type === "resolved",
  }));
}

/** Announces a new maintenance, and again at each offset in its `event_notifications`. */
export function maintenanceAnnouncements(maintenance: MaintenanceRow): Announcement[] {
  const announced = (at: number, withheld: Announcement["withheld"]): Announcement => ({
    event: "maintenance",
    eventId: maintenance.id,
    updateId: null,
    title: maintenance.title,
    at,
    services: maintenance.service_statuses.map(({ service_id }) => service_id),
    withheld: maintenance.state === "draft" ? "draft" : maintenance.silent ? "silent" : withheld,
    essential: true,
  });
  const created = Date.parse(maintenance.created_at);
  const extra = maintenance.event_notifications
    .map((item) => offsetTime(maintenance, item))
    .filter((at) => at !== undefined)
    .map((at) => announced(at, at < created ? "too-late" : isDeletedAt(maintenance, at) ? "event-deleted" : undefined));
  return isOccurrence(maintenance) ? extra : [announced(created, undefined), ...extra];
}

/** Inferred: a series is announced once, by its first maintenance, not by each occurrence. */
const isOccurrence = ({ id, series_id }: MaintenanceRow): boolean => series_id !== null && series_id !== id;

/** Documented: an offset from start or end. Inferred: negative means before; any other `offset_type` has no effect. */
function offsetTime(
  maintenance: MaintenanceRow,
  { offset_in_min, offset_type }: EventNotification,
): number | undefined {
  if (offset_type !== "start" && offset_type !== "end") return undefined;
  const at = Date.parse(maintenance[`${offset_type}_time`]) + offset_in_min * 60_000;
  // A time beyond the API's calendar is never reached.
  return calendar.contains(at) ? at : undefined;
}

// No request changes a deleted record, so its last change was the deletion.
const isDeletedAt = (row: MaintenanceRow, at: number): boolean => row.deleted && Date.parse(row.updated_at) <= at;

/** Inferred: an alert is announced when it is raised, but not when it ends. */
export const alertAnnouncement = (alert: PlatformAlertRow): Announcement => ({
  event: "platform-alert",
  eventId: alert.id,
  updateId: null,
  title: alert.title,
  at: Date.parse(alert.start_time),
  services: "platform-wide",
  withheld: undefined,
  essential: true,
});
