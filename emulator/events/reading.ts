import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import type { Emulation } from "../emulation.ts";
import { invalid } from "../http-error.ts";
import { getHub } from "../resources/hub.ts";
import { publishedOf, scopeOf } from "./hub-scope.ts";
import { type Notification, outboxOf } from "./outbox.ts";
import {
  dayLength,
  daysOf,
  type Effect,
  effectsOn,
  type Measurement,
  measured,
  type Period,
  type Status,
  startOfDay,
  statusAt,
  uptime,
} from "./service-effect.ts";

interface NamedRow {
  readonly id: number;
  readonly name: string;
}

export interface HubStatus {
  readonly status: Status;
  readonly groups: readonly (NamedRow & { readonly status: Status })[];
  readonly services: readonly (NamedRow & { readonly status: Status })[];
}

/** Shares of a period, from 0 to 1, in which nothing was down. */
export interface HubUptime {
  readonly from: string;
  readonly to: string;
  readonly uptime: number;
  readonly days: readonly { readonly date: string; readonly uptime: number }[];
  readonly groups: readonly (NamedRow & { readonly uptime: number })[];
  readonly services: readonly (NamedRow & { readonly uptime: number })[];
}

/** Date-times in the API's formats. */
export interface UptimeRange {
  /** At most ten years before the end. @default 00:00 UTC, 89 days ago */
  readonly from?: string | undefined;
  /** Times in the future are cut off. @default now */
  readonly to?: string | undefined;
}

/** Values computed from a hub's events, for which the API has no operation. `hub` is its subdomain. */
export interface Readings {
  /** Returns every notification that the hub would send or withhold, with the reason, earliest first. */
  outbox(hub: string): readonly Notification[];
  status(hub: string): HubStatus;
  /** Returns the uptime of the hub in total and per day (UTC), of its groups and of its services. */
  uptime(hub: string, range?: UptimeRange): HubUptime;
}

export function createReadings({ store, clock, keys }: Emulation): Readings {
  const published = (subdomain: string) => publishedOf(scopeOf(store, getHub(store, subdomain)));
  return {
    outbox: (subdomain) => {
      const hub = getHub(store, subdomain);
      const subscriptions = store.table("subscriptions").by("hub", hub.id);
      const alerts = store.table("platform_alerts").by("hub", hub.id);
      return outboxOf(scopeOf(store, hub), alerts, { subscriptions, team: keys.membersOf(hub), now: clock.now() });
    },
    status: (subdomain) => {
      const now = clock.now();
      const measure = (effects: readonly Effect[]) => ({ status: statusAt(effects, now) });
      const { whole, groups, services } = measured(published(subdomain), measure);
      return { ...whole, groups: groups.map(named), services: services.map(named) };
    },
    uptime: (subdomain, range = {}) => {
      const period = toPeriod(range, clock.now());
      const scope = published(subdomain);
      const { whole, groups, services } = measured(scope, (effects) => ({ uptime: uptime(effects, period) }));
      const effects = effectsOn(scope);
      return {
        from: formatInstant(period.from),
        to: formatInstant(period.to),
        ...whole,
        days: daysOf(period).map((day) => ({
          date: formatInstant(day.from).slice(0, 10),
          uptime: uptime(effects, day),
        })),
        groups: groups.map(named),
        services: services.map(named),
      };
    },
  };
}

const named = <Figure>({ row: { id, name }, figure }: Measurement<NamedRow, Figure>) => ({ id, name, ...figure });

// Ten years.
const mostDays = 3653;

function toPeriod({ from, to }: UptimeRange, now: number): Period {
  const end = Math.min(to === undefined ? now : toTime("to", to), now);
  const start = from === undefined ? startOfDay(now) - 89 * dayLength : toTime("from", from);
  if (start > end)
    throw invalid("from", `${formatInstant(start)} is after the end of the range, ${formatInstant(end)}`);
  // Our own limit: a range of 2,000 years would block the emulator for a second.
  if (end - start > mostDays * dayLength)
    throw invalid("from", `must be at most 3,653 days before the end of the range, ${formatInstant(end)}`);
  return { from: start, to: end };
}

function toTime(field: string, text: string): number {
  const time = parseInstant(text);
  if (time === undefined) throw invalid(field, `${text} is not a date-time`);
  return time;
}
