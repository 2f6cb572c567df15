import { calendar } from "../../model/api/instant.ts";
import { affectedServices, isResolving } from "../resources/incident-values.ts";
import { isOccurrence } from "../resources/maintenance.ts";
import type { EventNotification, MaintenanceRow } from "../tables/maintenance.ts";
import type { PlatformAlertRow } from "../tables/panel.ts";
import type { SubscriptionRow } from "../tables/subscription.ts";
import type { HubScope, IncidentStory } from "./hub-scope.ts";

/** An event that a hub announces, before its recipients are known. */
export interface Announcement {
  readonly event: "incident" | "maintenance" | "platform-alert";
  readonly event_id: number;
  /** The incident update that it is about; null for other events. */
  readonly update_id: number | null;
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

/** Returns what a hub announces, earliest first. */
export function announcementsOf(
  { incidents, maintenances }: HubScope,
  alerts: readonly PlatformAlertRow[],
): readonly Announcement[] {
  const announcements = [
    ...incidents.flatMap(incidentAnnouncements),
    ...maintenances.flatMap(maintenanceAnnouncements),
    ...alerts.map(alertAnnouncement),
  ];
  return announcements.toSorted((first, second) => first.at - second.at);
}

/** Announces every new update. Inferred: nothing is sent when an update is edited or deleted. */
function incidentAnnouncements({ incident, updates }: IncidentStory): Announcement[] {
  // Documented: "typically first and final". Inferred: the first one that is sent, and the one that resolves the
  // incident.
  const first = updates.find((update) => withheldBy(update) === undefined);
  return updates.map((update, index) => ({
    event: "incident",
    event_id: incident.id,
    update_id: update.id,
    title: update.title,
    at: announcedAt(update),
    // Inferred: an update is about every service that its incident has affected so far.
    services: affectedServices(updates.slice(0, index + 1)),
    withheld: withheldBy(update),
    essential: update === first || isResolving(update),
  }));
}

/** Inferred: a series is announced once, by its first maintenance, not by each occurrence. */
export const newMaintenanceAnnouncement = (maintenance: MaintenanceRow): Announcement | undefined =>
  isOccurrence(maintenance) ? undefined : maintenanceAnnouncement(maintenance, announcedAt(maintenance));

/** Announces a new maintenance, and again at each offset in its `event_notifications`. */
function maintenanceAnnouncements(maintenance: MaintenanceRow): Announcement[] {
  const announcements: Announcement[] = [];
  const first = newMaintenanceAnnouncement(maintenance);
  if (first !== undefined) announcements.push(first);
  for (const item of maintenance.event_notifications) {
    const reminder = reminderOf(maintenance, item);
    if (reminder !== undefined) announcements.push(reminder);
  }
  return announcements;
}

/** Whether a further message of a maintenance is sent after a time, to whoever has subscribed by then. */
export function remindsAfter(maintenance: MaintenanceRow, item: EventNotification, time: number): boolean {
  const reminder = reminderOf(maintenance, item);
  return reminder !== undefined && reminder.withheld === undefined && reminder.at > time;
}

/** Returns the announcement at an offset; undefined if it has no time. */
function reminderOf(maintenance: MaintenanceRow, item: EventNotification): Announcement | undefined {
  const at = offsetTime(maintenance, item);
  return at === undefined ? undefined : maintenanceAnnouncement(maintenance, at, reasonAgainst(maintenance, at));
}

const maintenanceAnnouncement = (
  maintenance: MaintenanceRow,
  at: number,
  reason?: Announcement["withheld"],
): Announcement => ({
  event: "maintenance",
  event_id: maintenance.id,
  update_id: null,
  title: maintenance.title,
  at,
  services: maintenance.service_statuses.map(({ service_id }) => service_id),
  withheld: withheldBy(maintenance) ?? reason,
  essential: true,
});

/** Returns why a maintenance isn't announced at a time, if that follows from the time. */
function reasonAgainst(maintenance: MaintenanceRow, at: number): "too-late" | "event-deleted" | undefined {
  if (at < announcedAt(maintenance)) return "too-late";
  return isDeletedAt(maintenance, at) ? "event-deleted" : undefined;
}

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

/** Inferred: an alert is announced when it is raised, but not when it ends. */
const alertAnnouncement = (alert: PlatformAlertRow): Announcement => ({
  event: "platform-alert",
  event_id: alert.id,
  update_id: null,
  title: alert.title,
  at: Date.parse(alert.start_time),
  services: "platform-wide",
  withheld: undefined,
  essential: true,
});

/** When an event is announced: as it is created, or as a draft is published. */
const announcedAt = ({ created_at, published_at }: Pick<MaintenanceRow, "created_at" | "published_at">): number =>
  Date.parse(published_at ?? created_at);

/** Why no subscriber is told of an event, if its own fields say so. */
function withheldBy({ state, silent }: { state: string; silent: boolean }): "draft" | "silent" | undefined {
  if (state === "draft") return "draft";
  return silent ? "silent" : undefined;
}

/** No request changes a deleted record, so its last change was the deletion. */
export const isDeletedAt = (row: MaintenanceRow | SubscriptionRow, at: number): boolean =>
  row.deleted && Date.parse(row.updated_at) <= at;
