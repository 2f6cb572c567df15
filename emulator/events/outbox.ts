import { formatInstant } from "../../model/api/instant.ts";
import type { SubscriptionRow } from "../resources/subscription.ts";
import type { PlatformAlertRow } from "../state/row.ts";
import {
  type Announcement,
  alertAnnouncement,
  incidentAnnouncements,
  maintenanceAnnouncements,
} from "./announcement.ts";
import type { HubScope } from "./hub-scope.ts";

/** A notification that the service would send or withhold, with the reason. */
export interface Notification {
  /** When it is sent. */
  readonly at: string;
  readonly event: Announcement["event"];
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

/** Why a notification is sent or withheld. */
export type Reason =
  | "all-services"
  | "selected-service"
  | "platform-wide"
  | "draft-notice"
  | NonNullable<Announcement["withheld"]>
  | "other-services"
  | "less-verbose"
  | "subscribed-later"
  | "unsubscribed";

/** The recipients of a hub's notifications. */
export interface Audience {
  readonly subscriptions: readonly SubscriptionRow[];
  /** Email addresses. */
  readonly team: readonly string[];
}

/**
 * Returns a hub's notifications up to a time and those due later, earliest first. They are computed from the current
 * records, so editing an event changes them.
 */
export function outboxOf(
  { incidents, maintenances }: HubScope,
  alerts: readonly PlatformAlertRow[],
  { audience, now }: { audience: Audience; now: number },
): readonly Notification[] {
  return [
    ...incidents.flatMap(incidentAnnouncements),
    ...maintenances.flatMap(maintenanceAnnouncements),
    ...alerts.map(alertAnnouncement),
  ]
    .toSorted((first, second) => first.at - second.at)
    .flatMap((announcement) => notificationsOf(announcement, audience, now));
}

function notificationsOf(announcement: Announcement, { subscriptions, team }: Audience, now: number): Notification[] {
  const common = {
    at: formatInstant(announcement.at),
    event: announcement.event,
    event_id: announcement.eventId,
    update_id: announcement.updateId,
    title: announcement.title,
    outcome: announcement.at <= now ? "sent" : "scheduled",
  } as const;
  // Documented: drafts notify Team Members, `silent` or not, but no subscribers.
  const members = announcement.withheld === "draft" ? team : [];
  return [
    ...members.map((address) => ({ ...common, ...memberAt(address), reason: "draft-notice" as const })),
    ...subscriptions.map((subscription): Notification => {
      const obstacle = obstacleTo(announcement, subscription);
      const notification = { ...common, ...subscriberOf(subscription) };
      if (obstacle !== undefined) return { ...notification, outcome: "withheld", reason: obstacle };
      return { ...notification, reason: occasionOf(announcement, subscription) };
    }),
  ];
}

const memberAt = (address: string) =>
  ({ recipient: "team-member", subscription_id: null, method: "email", address }) as const;

const subscriberOf = ({ id, method_name, address }: SubscriptionRow) =>
  ({ recipient: "subscriber", subscription_id: id, method: method_name, address }) as const;

function obstacleTo(announcement: Announcement, subscription: SubscriptionRow): Reason | undefined {
  const { at, withheld, services, essential } = announcement;
  const { created_at, deleted, updated_at, services_selection: selection, less_verbose } = subscription;
  if (withheld !== undefined) return withheld;
  if (at < Date.parse(created_at)) return "subscribed-later";
  // No request changes a deleted subscription, so its last change was the deletion.
  if (deleted && Date.parse(updated_at) <= at) return "unsubscribed";
  // Documented: a platform alert goes to all subscriptions, whatever they select.
  if (services !== "platform-wide" && !selection.all && !services.some((id) => selection.service_ids.includes(id)))
    return "other-services";
  return less_verbose && !essential ? "less-verbose" : undefined;
}

const occasionOf = ({ services }: Announcement, { services_selection }: SubscriptionRow): Reason =>
  services === "platform-wide" ? "platform-wide" : services_selection.all ? "all-services" : "selected-service";
