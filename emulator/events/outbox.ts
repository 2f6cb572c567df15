import { calendar, formatInstant } from "../../model/api/instant.ts";
import { affectedServices } from "../resources/incident.ts";
import { isOccurrence } from "../resources/maintenance.ts";
import type { EventNotification, MaintenanceRow } from "../tables/maintenance.ts";
import type { PlatformAlertRow } from "../tables/panel.ts";
import type { SubscriptionRow } from "../tables/subscription.ts";
import type { HubScope, IncidentStory } from "./hub-scope.ts";

/** A notification that the service would send or withhold, with the reason. */
export interface Notification {
  /** When it is sent. */
  readonly at: string;
  readonly event: "incident" | "maintenance" | "platform-alert";
  readonly event_id: number;
  /** The incident update that it is about; null for other events. */
  readonly update_id: number | null;
  readonly title: string;
  readonly recipient: "subscriber" | "team-member";
  /** Null for a team member. */
  readonly subscription_id: number | null;
  /** `email`, `sms`, `webhook`, `slack` or `teams`. */
  readonly method: string;
  readonly address: string;
  readonly outcome: "sent" | "scheduled" | "withheld";
  readonly reason: Reason;
}

type Reason =
  | "all-services"
  | "selected-service"
  | "platform-wide"
  | "draft-notice"
  | NonNullable<Announcement["withheld"]>
  | "other-services"
  | "less-verbose"
  | "subscribed-later"
  | "unsubscribed";

/**
 * Returns a hub's notifications up to a time and those due later, earliest first. They are computed from the current
 * records, so editing an event changes them.
 *
 * Each event has announcements, and each announcement is a notification for everybody who might receive it.
 */
export function outboxOf(
  { incidents, maintenances }: HubScope,
  alerts: readonly PlatformAlertRow[],
  { now, ...audience }: Audience & { readonly now: number },
): readonly Notification[] {
  const announcements = [
    ...incidents.flatMap(incidentAnnouncements),
    ...maintenances.flatMap(maintenanceAnnouncements),
    ...alerts.map(alertAnnouncement),
  ];
  const earliestFirst = announcements.toSorted((first, second) => first.at - second.at);
  return earliestFirst.flatMap((announcement) => notificationsOf(announcement, audience, now));
}

interface Audience {
  readonly subscriptions: readonly SubscriptionRow[];
  /** Email addresses of team members. */
  readonly team: readonly string[];
}

function notificationsOf(announcement: Announcement, { subscriptions, team }: Audience, now: number): Notification[] {
  const { at, event, event_id, update_id, title, withheld } = announcement;
  const ifNotWithheld = at <= now ? "sent" : "scheduled";
  const common = { at: formatInstant(at), event, event_id, update_id, title } as const;
  const notifications: Notification[] = [];
  // Documented: drafts notify Team Members, `silent` or not, but no subscribers.
  const members = withheld === "draft" ? team : [];
  for (const address of members) {
    const recipient = { recipient: "team-member", subscription_id: null, method: "email", address } as const;
    notifications.push({ ...common, ...recipient, outcome: ifNotWithheld, reason: "draft-notice" });
  }
  for (const subscription of subscriptions) {
    const { id, method_name: method, address } = subscription;
    const recipient = { recipient: "subscriber", subscription_id: id, method, address } as const;
    const obstacle = obstacleTo(announcement, subscription);
    const outcome = obstacle === undefined ? ifNotWithheld : "withheld";
    const reason = obstacle ?? occasionOf(announcement, subscription);
    notifications.push({ ...common, ...recipient, outcome, reason });
  }
  return notifications;
}

/** Returns why a subscription doesn't receive an announcement; undefined if it does. */
function obstacleTo(announcement: Announcement, subscription: SubscriptionRow): Reason | undefined {
  const { at, withheld, services, essential } = announcement;
  if (withheld !== undefined) return withheld;
  if (at < Date.parse(subscription.created_at)) return "subscribed-later";
  if (isDeletedAt(subscription, at)) return "unsubscribed";
  if (!selectsAny(subscription, services)) return "other-services";
  return subscription.less_verbose && !essential ? "less-verbose" : undefined;
}

/** Documented: a platform alert goes to all subscriptions, whatever they select. */
function selectsAny({ services_selection: selection }: SubscriptionRow, services: Announcement["services"]): boolean {
  if (services === "platform-wide" || selection.all) return true;
  return services.some((id) => selection.service_ids.includes(id));
}

/** Returns why a subscription receives an announcement. */
function occasionOf({ services }: Announcement, { services_selection }: SubscriptionRow): Reason {
  if (services === "platform-wide") return "platform-wide";
  return services_selection.all ? "all-services" : "selected-service";
}

/** Why no subscriber is told of an event, if its own fields say so. */
function withheldBy({ state, silent }: { state: string; silent: boolean }): "draft" | "silent" | undefined {
  if (state === "draft") return "draft";
  return silent ? "silent" : undefined;
}

/** An event that a hub announces, before its recipients are known. */
interface Announcement extends Pick<Notification, "event" | "event_id" | "update_id" | "title"> {
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

/** When an event is announced: as it is created, or as a draft is published. */
const announcedAt = ({ created_at, published_at }: Pick<MaintenanceRow, "created_at" | "published_at">): number =>
  Date.parse(published_at ?? created_at);

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
    essential: update === first || update.incident_type === "resolved",
  }));
}

/** Returns the IDs of the subscriptions that a new maintenance is announced to, if they were there before it. */
export function announcedTo(maintenance: MaintenanceRow, subscriptions: readonly SubscriptionRow[]): number[] {
  if (isOccurrence(maintenance)) return [];
  const [announcement] = maintenanceAnnouncements(maintenance);
  if (announcement === undefined) return [];
  const isReached = (subscription: SubscriptionRow) =>
    obstacleTo(announcement, { ...subscription, created_at: maintenance.created_at }) === undefined;
  return subscriptions.filter(isReached).map(({ id }) => id);
}

/** Announces a new maintenance, and again at each offset in its `event_notifications`. */
function maintenanceAnnouncements(maintenance: MaintenanceRow): Announcement[] {
  const announcements: Announcement[] = [];
  // Inferred: a series is announced once, by its first maintenance, not by each occurrence.
  if (!isOccurrence(maintenance)) announcements.push(maintenanceAnnouncement(maintenance, announcedAt(maintenance)));
  for (const item of maintenance.event_notifications) {
    const at = offsetTime(maintenance, item);
    if (at === undefined) continue;
    announcements.push(maintenanceAnnouncement(maintenance, at, reasonAgainst(maintenance, at)));
  }
  return announcements;
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

/** No request changes a deleted record, so its last change was the deletion. */
const isDeletedAt = (row: MaintenanceRow | SubscriptionRow, at: number): boolean =>
  row.deleted && Date.parse(row.updated_at) <= at;

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
