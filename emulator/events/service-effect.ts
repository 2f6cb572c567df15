import type { serviceStatusNames } from "../../model/kinds/service-status-names.ts";
import type { MaintenanceRow } from "../tables/maintenance.ts";
import type { GroupRow } from "../tables/panel.ts";
import type { ServiceRow } from "../tables/service.ts";
import type { HubScope, IncidentStory } from "./hub-scope.ts";

/** A status that an event gives a service in a period, in milliseconds since 1970. The end is exclusive. */
export interface Effect {
  readonly serviceId: number;
  readonly status: string;
  readonly from: number;
  /** Infinity while the event is open. */
  readonly to: number;
}

/** Returns the effects of published events on the services that a hub shows. Takes the result of `publishedOf`. */
export function effectsOn({ services, incidents, maintenances }: HubScope): readonly Effect[] {
  const shownIds = new Set(services.map(({ id }) => id));
  const effects = [...incidents.flatMap(incidentEffects), ...maintenances.flatMap(maintenanceEffects)];
  return effects.filter(({ serviceId }) => shownIds.has(serviceId));
}

/** A figure computed from the effects on a service, or on all services of a group. */
export interface Measurement<Row, Figure> {
  readonly row: Row;
  readonly figure: Figure;
}

/** Measures the hub as a whole, each group and each service. Takes the result of `publishedOf`. */
export function measured<Figure>(scope: HubScope, measure: (effects: readonly Effect[]) => Figure) {
  const effects = effectsOn(scope);
  const byService = Map.groupBy(effects, ({ serviceId }) => serviceId);
  const effectsOf = ({ id }: ServiceRow) => byService.get(id) ?? [];
  const byGroup = Map.groupBy(scope.services, ({ group_id }) => group_id);
  return {
    whole: measure(effects),
    groups: scope.groups.map((row): Measurement<GroupRow, Figure> => {
      return { row, figure: measure((byGroup.get(row.id) ?? []).flatMap(effectsOf)) };
    }),
    services: scope.services.map((row): Measurement<ServiceRow, Figure> => ({ row, figure: measure(effectsOf(row)) })),
  };
}

/**
 * A status that an update gives a service lasts until the next update that names the service, or until the incident ends. Inferred: a
 * service that a later update doesn't name keeps its status from before.
 */
function incidentEffects({ incident, updates }: IncidentStory): Effect[] {
  const effects: Effect[] = [];
  const lasting = new Map<number, Omit<Effect, "to">>();
  const end = (effect: Omit<Effect, "to">, to: number) => {
    // An update may start after the end, if the resolving one starts earlier.
    if (effect.from < to) effects.push({ ...effect, to });
  };
  for (const update of updates) {
    const from = Date.parse(update.start_time);
    for (const { service_id: serviceId, status } of update.service_statuses) {
      const previous = lasting.get(serviceId);
      if (previous) end(previous, from);
      lasting.set(serviceId, { serviceId, status, from });
    }
  }
  const endOfIncident = incident.end_time === null ? Number.POSITIVE_INFINITY : Date.parse(incident.end_time);
  for (const effect of lasting.values()) end(effect, endOfIncident);
  return effects;
}

const maintenanceEffects = (maintenance: MaintenanceRow): Effect[] =>
  maintenance.service_statuses.map(({ service_id, status }) => ({
    serviceId: service_id,
    status,
    from: Date.parse(maintenance.start_time),
    to: Date.parse(maintenance.end_time),
  }));

export type Status = (typeof serviceStatusNames)[number];

const worstFirst: readonly Status[] = ["down", "degraded-performance"];

/** Returns the worst of several statuses; `up` if there are none. */
export function worst(statuses: Iterable<string>): Status {
  const found = new Set(statuses);
  return worstFirst.find((status) => found.has(status)) ?? "up";
}

/** Inferred: the worst of open incidents and running maintenances; `up` if there are none. */
export const statusAt = (effects: readonly Effect[], time: number): Status =>
  worst(effects.filter(({ from, to }) => from <= time && time < to).map(({ status }) => status));

/** A period in milliseconds since 1970. The end is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export const dayLength = 86_400_000;

/** Documented: uptime uses UTC, so a day begins at 00:00 UTC in every time zone. */
export const startOfDay = (time: number): number => Math.floor(time / dayLength) * dayLength;

/**
 * Returns the share of a period, from 0 to 1, in which nothing was down, for one service or for all services of a group
 * or hub. A period without length is up. Documented: a group is up only while none of its services is down; the same
 * applies to a hub.
 */
export function uptime(effects: readonly Effect[], period: Period): number {
  const length = period.to - period.from;
  if (length <= 0) return 1;
  const down = outages(effects).map((outage) => overlap(outage, period));
  return 1 - down.reduce((sum, part) => sum + part, 0) / length;
}

/** Splits a period into days; the first and the last may be partial. */
export function daysOf(period: Period): readonly Period[] {
  const days: Period[] = [];
  for (let start = startOfDay(period.from); start < period.to; start += dayLength)
    days.push({ from: Math.max(start, period.from), to: Math.min(start + dayLength, period.to) });
  return days;
}

/**
 * Returns when something was down, in order and without overlaps, so that no time counts twice. Documented: only `down`
 * counts as downtime, and of several events at the same time the worst status.
 */
function outages(effects: readonly Effect[]): readonly Period[] {
  const merged: Period[] = [];
  for (const { from, to } of effects.filter(({ status }) => status === "down").toSorted(byFrom)) {
    const last = merged.at(-1);
    if (last && from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else merged.push({ from, to });
  }
  return merged;
}

const byFrom = (first: Period, second: Period): number => first.from - second.from;

const overlap = (first: Period, second: Period): number =>
  Math.max(0, Math.min(first.to, second.to) - Math.max(first.from, second.from));
