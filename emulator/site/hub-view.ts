import { type HubScope, type IncidentStory, publishedOf } from "../events/hub-scope.ts";
import {
  dayLength,
  type Effect,
  type Measurement,
  measured,
  type Period,
  type Status,
  startOfDay,
  statusAt,
  uptime,
  worst,
} from "../events/service-effect.ts";
import { byStart } from "../resources/list.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { MaintenanceRow } from "../tables/maintenance.ts";
import type { PlatformAlertRow } from "../tables/panel.ts";
import type { ServiceRow } from "../tables/service.ts";

export type HubView = ReturnType<typeof viewOf>;
export type GroupView = HubView["groups"][number];
export type ServiceView = ReturnType<typeof serviceView>;
export type IncidentView = ReturnType<typeof incidentView>;
export type MaintenanceView = HubView["maintenances"][number];
/** A service that an event affects, with the name that visitors see. */
export type AffectedService = ReturnType<typeof affected>[number];

export const barCount = 90;

export interface Bar {
  /** Days since the start of the period. */
  readonly index: number;
  readonly start: number;
  readonly status: Status;
  readonly uptime: number;
}

/**
 * Returns the last 90 days (UTC) including today, up to the last full minute, so that the page doesn't change within a
 * minute.
 */
const barPeriod = (now: number): Period => ({
  from: startOfDay(now) - (barCount - 1) * dayLength,
  to: Math.max(Math.floor(now / 60_000) * 60_000, startOfDay(now) + 1),
});

/** Returns the days of a period on which something was worse than up, each with its worst status. */
function barsOf(effects: readonly Effect[], period: Period): readonly Bar[] {
  if (effects.length === 0) return [];
  return Array.from({ length: barCount }, (_, index): Bar => {
    const start = period.from + index * dayLength;
    const part = { from: start, to: Math.min(start + dayLength, period.to) };
    const touching = effects.filter(({ from, to }) => from < part.to && to > part.from);
    return { index, start, status: worst(touching.map(({ status }) => status)), uptime: uptime(touching, part) };
  }).filter(({ status }) => status !== "up");
}

interface Figures {
  readonly status: Status;
  readonly uptime: number;
  readonly bars: readonly Bar[];
}

/** Incidents are shown for two weeks after their end, up to a maximum number. */
const pastLength = 14 * dayLength;
const mostPast = 20;

/** Returns a hub as a visitor sees it at a given time, without drafts and deleted events. */
export function viewOf(scope: HubScope, alert: PlatformAlertRow | undefined, now: number) {
  const published = publishedOf(scope);
  const period = barPeriod(now);
  const { whole, groups, services } = measured(published, (effects): Figures => {
    return { status: statusAt(effects, now), uptime: uptime(effects, period), bars: barsOf(effects, period) };
  });
  const members = Map.groupBy(services, ({ row }) => row.group_id);
  const affectedBy = (statuses: readonly ServiceStatus[]) => affected(scope.services, statuses);
  const incidents = published.incidents
    .toSorted((first, second) => byStart(second.incident, first.incident))
    .map((story) => incidentView(story, affectedBy));
  const endedLately = ({ incident: { end_time } }: IncidentView) =>
    end_time !== null && now - Date.parse(end_time) < pastLength;
  return {
    ...whole,
    hub: scope.hub,
    alert,
    openIncidents: incidents.filter(({ incident }) => incident.end_time === null),
    pastIncidents: incidents.filter(endedLately).slice(0, mostPast),
    maintenances: comingMaintenances(published.maintenances, now).map((maintenance) => ({
      maintenance,
      isRunning: Date.parse(maintenance.start_time) <= now,
      affected: affectedBy(maintenance.service_statuses),
    })),
    groups: groups.flatMap(({ row: { id, name }, figure }) => {
      const services = members.get(id)?.map(serviceView);
      return services ? [{ ...figure, id, name, services }] : [];
    }),
  };
}

const serviceView = ({ row, figure }: Measurement<ServiceRow, Figures>) => ({
  ...figure,
  id: row.id,
  name: nameOf(row),
  description: row.description || undefined,
});

/** Documented: visitors see `public_name` instead of `name`. Inferred: an empty one counts as missing. */
const nameOf = ({ public_name, name }: ServiceRow): string => public_name || name;

function incidentView(
  { incident, updates }: IncidentStory,
  affectedBy: (statuses: readonly ServiceStatus[]) => readonly AffectedService[],
) {
  const latest = new Map(updates.flatMap((update) => update.service_statuses.map((item) => [item.service_id, item])));
  return { incident, affected: affectedBy([...latest.values()]), updates: updates.toReversed() };
}

/** Documented: a connected hub shows the services that it shares, so an event there names only those. */
const affected = (services: readonly ServiceRow[], statuses: readonly ServiceStatus[]) =>
  statuses.flatMap(({ service_id, status }) => {
    const service = services.find(({ id }) => id === service_id);
    return service ? [{ name: nameOf(service), status }] : [];
  });

/** Returns the maintenances that aren't over, earliest first; only the next one of each series. */
export function comingMaintenances(maintenances: readonly MaintenanceRow[], now: number): MaintenanceRow[] {
  const coming: MaintenanceRow[] = [];
  const seriesSoFar = new Set<number>();
  for (const maintenance of maintenances.toSorted(byStart)) {
    const { end_time, series_id } = maintenance;
    const isOver = Date.parse(end_time) <= now;
    const isLaterOfSeries = series_id !== null && seriesSoFar.has(series_id);
    if (isOver || isLaterOfSeries) continue;
    coming.push(maintenance);
    if (series_id !== null) seriesSoFar.add(series_id);
  }
  return coming;
}
