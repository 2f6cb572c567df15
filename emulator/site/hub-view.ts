import { type HubScope, type IncidentStory, publishedOf } from "../events/hub-scope.ts";
import { dayLength, type Measurement, measured, type Status, statusAt, uptime } from "../events/service-effect.ts";
import { byStart } from "../resources/list.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { HubRow } from "../tables/hub.ts";
import type { IncidentRow, IncidentUpdateRow } from "../tables/incident.ts";
import type { MaintenanceRow } from "../tables/maintenance.ts";
import type { PlatformAlertRow } from "../tables/panel.ts";
import type { ServiceRow } from "../tables/service.ts";
import { type Bar, barPeriod, barsOf } from "./uptime-bars.ts";

/** What visitors see of the hub as a whole, of a group or of a service. */
interface Figures {
  readonly status: Status;
  readonly uptime: number;
  readonly bars: readonly Bar[];
}

export interface HubView extends Figures {
  readonly hub: HubRow;
  readonly alert: PlatformAlertRow | undefined;
  readonly openIncidents: readonly IncidentView[];
  readonly pastIncidents: readonly IncidentView[];
  readonly maintenances: readonly MaintenanceView[];
  /** Those that have services. */
  readonly groups: readonly GroupView[];
}

export interface GroupView extends Figures {
  readonly id: number;
  readonly name: string;
  readonly services: readonly ServiceView[];
}

export interface ServiceView extends Figures {
  readonly id: number;
  readonly name: string;
  readonly description: string | undefined;
}

export interface IncidentView {
  readonly incident: IncidentRow;
  readonly affected: readonly AffectedService[];
  /** Newest first. */
  readonly updates: readonly IncidentUpdateRow[];
}

export interface MaintenanceView {
  readonly maintenance: MaintenanceRow;
  readonly isRunning: boolean;
  readonly affected: readonly AffectedService[];
}

/** A service that an event affects, with the name that visitors see. */
export interface AffectedService {
  readonly name: string;
  readonly status: string;
}

/** Incidents are shown for two weeks after their end, up to a maximum number. */
const pastLength = 14 * dayLength;
const mostPast = 20;

/** Returns a hub as a visitor sees it at a given time, without drafts and deleted events. */
export function viewOf(scope: HubScope, alert: PlatformAlertRow | undefined, now: number): HubView {
  const published = publishedOf(scope);
  const period = barPeriod(now);
  const { whole, groups, services } = measured(published, (effects): Figures => {
    return { status: statusAt(effects, now), uptime: uptime(effects, period), bars: barsOf(effects, period) };
  });
  const incidents = published.incidents.map((story) => incidentView(story, scope.services));
  const newestFirst = incidents.toSorted((first, second) => byStart(second.incident, first.incident));
  const hasEndedLately = ({ incident: { end_time: end } }: IncidentView) =>
    end !== null && now - Date.parse(end) < pastLength;
  return {
    ...whole,
    hub: scope.hub,
    alert,
    openIncidents: newestFirst.filter(({ incident }) => incident.end_time === null),
    pastIncidents: newestFirst.filter(hasEndedLately).slice(0, mostPast),
    maintenances: comingMaintenances(published.maintenances, now).map((maintenance) => ({
      maintenance,
      isRunning: Date.parse(maintenance.start_time) <= now,
      affected: affectedOf(maintenance.service_statuses, scope.services),
    })),
    groups: groupViews(groups, services),
  };
}

function groupViews(
  groups: readonly Measurement<{ readonly id: number; readonly name: string }, Figures>[],
  services: readonly Measurement<ServiceRow, Figures>[],
): GroupView[] {
  const views: GroupView[] = [];
  const servicesByGroup = Map.groupBy(services, ({ row }) => row.group_id);
  for (const { row, figure } of groups) {
    const ofGroup = servicesByGroup.get(row.id);
    if (ofGroup) views.push({ ...figure, id: row.id, name: row.name, services: ofGroup.map(serviceView) });
  }
  return views;
}

const serviceView = ({ row, figure }: Measurement<ServiceRow, Figures>): ServiceView => ({
  ...figure,
  id: row.id,
  name: nameOf(row),
  description: row.description || undefined,
});

/** Documented: visitors see `public_name` instead of `name`. Inferred: an empty one counts as missing. */
const nameOf = ({ public_name, name }: ServiceRow): string => public_name || name;

/** Shows each service with the status that the latest update gives it. */
function incidentView({ incident, updates }: IncidentStory, services: readonly ServiceRow[]): IncidentView {
  const latest = new Map<number, ServiceStatus>();
  for (const { service_statuses: statuses } of updates) for (const item of statuses) latest.set(item.service_id, item);
  return { incident, affected: affectedOf([...latest.values()], services), updates: updates.toReversed() };
}

/** Documented: a connected hub shows the services that it shares, so an event there names only those. */
function affectedOf(statuses: readonly ServiceStatus[], services: readonly ServiceRow[]): AffectedService[] {
  const affected: AffectedService[] = [];
  for (const { service_id, status } of statuses) {
    const service = services.find(({ id }) => id === service_id);
    if (service) affected.push({ name: nameOf(service), status });
  }
  return affected;
}

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
