import { formatInstant } from "../../model/api/instant.ts";
import type { MaintenanceRow } from "../tables/maintenance.ts";
import type { PlatformAlertRow } from "../tables/panel.ts";
import type { SubscriptionRow } from "../tables/subscription.ts";
import { type Announcement, announcementsOf, isDeletedAt, newMaintenanceAnnouncement } from "./announcement.ts";
import type { HubScope } from "./hub-scope.ts";

/** A notification that the service would send or withhold, with the reason. */
export interface Notification extends Pick<Announcement, "event" | "event_id" | "update_id" | "title"> {
  /** When it is sent. */
  readonly at: string;
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
export const outboxOf = (
  scope: HubScope,
  alerts: readonly PlatformAlertRow[],
  audience: Audience,
): readonly Notification[] =>
  announcementsOf(scope, alerts).flatMap((announcement) => notificationsOf(announcement, audience));

interface Audience {
  readonly subscriptions: readonly SubscriptionRow[];
  /** Email addresses of team members. */
  readonly team: readonly string[];
  readonly now: number;
}

function notificationsOf(announcement: Announcement, { subscriptions, team, now }: Audience): Notification[] {
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

/** Returns the IDs of the subscriptions that a new maintenance is announced to, if they were there before it. */
export function announcedTo(maintenance: MaintenanceRow, subscriptions: readonly SubscriptionRow[]): number[] {
  const announcement = newMaintenanceAnnouncement(maintenance);
  if (announcement === undefined) return [];
  const isReached = (subscription: SubscriptionRow) =>
    obstacleTo(announcement, { ...subscription, created_at: maintenance.created_at }) === undefined;
  return subscriptions.filter(isReached).map(({ id }) => id);
}
