import { type Effect, type Measured, measured } from "../events/effect.ts";
import { type HubScope, type IncidentStory, publishedOf } from "../events/hub-scope.ts";
import { type Status, statusAt } from "../events/status.ts";
import { type Period, uptime } from "../events/uptime.ts";
import { byStart } from "../resources/list.ts";
import type {
  HubRow,
  IncidentUpdateRow,
  MaintenanceRow,
  PlatformAlertRow,
  ServiceRow,
  ServiceStatus,
} from "../state/row.ts";
import { type Bar, barPeriod, barsOf } from "./uptime-bars.ts";

export interface ServiceView {
  readonly id: number;
  readonly name: string;
  readonly description: string | undefined;
  readonly status: Status;
  readonly uptime: number;
  /** The days on which it wasn't always up. */
  readonly bars: readonly Bar[];
}

export interface GroupView {
  readonly id: number;
  readonly name: string;
  readonly status: Status;
  readonly uptime: number;
  readonly services: readonly ServiceView[];
}

/** A service that an event affects, with the name that visitors see. */
export interface AffectedService {
  readonly name: string;
  readonly status: string;
}

export interface IncidentView {
  readonly id: number;
  readonly title: string;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly type: string;
  readonly affected: readonly AffectedService[];
  /** Newest first. */
  readonly updates: readonly IncidentUpdateRow[];
}

export interface MaintenanceView {
  readonly maintenance: MaintenanceRow;
  readonly isRunning: boolean;
  readonly affected: readonly AffectedService[];
}

/** Everything on a hub's page. */
export interface HubView {
  readonly hub: HubRow;
  readonly status: Status;
  readonly uptime: number;
  readonly alert: PlatformAlertRow | undefined;
  readonly openIncidents: readonly IncidentView[];
  readonly pastIncidents: readonly IncidentView[];
  readonly maintenances: readonly MaintenanceView[];
  readonly groups: readonly GroupView[];
}

/** Incidents are shown for two weeks after their end, up to a maximum number. */
const pastLength = 14 * 86_400_000;
const mostPast = 20;

/** Returns a hub as a visitor sees it at a given time, without drafts and deleted events. */
export function viewOf(scope: HubScope, alert: PlatformAlertRow | undefined, now: number): HubView {
  const published = publishedOf(scope);
  const period = barPeriod(now);
  const { whole, groups, services } = measured(published, (effects): Figures => {
    return { status: statusAt(effects, now), uptime: uptime(effects, period), effects };
  });
  const members = Map.groupBy(services, ({ row }) => row.group_id);
  const affectedBy = (statuses: readonly ServiceStatus[]) => affected(scope.services, statuses);
  const incidents = published.incidents
    .toSorted((first, second) => byStart(second.incident, first.incident))
    .map((story) => incidentView(story, affectedBy));
  const isPast = ({ endTime }: IncidentView) => endTime !== null && now - Date.parse(endTime) < pastLength;
  return {
    hub: scope.hub,
    status: whole.status,
    uptime: whole.uptime,
    alert,
    openIncidents: incidents.filter(({ endTime }) => endTime === null),
    pastIncidents: incidents.filter(isPast).slice(0, mostPast),
    maintenances: comingMaintenances(published.maintenances, now).map((maintenance) => ({
      maintenance,
      isRunning: Date.parse(maintenance.start_time) <= now,
      affected: affectedBy(maintenance.service_statuses),
    })),
    groups: groups.flatMap(({ row: { id, name }, figure: { status, uptime } }) => {
      const views = members.get(id)?.map((service) => serviceView(service, period));
      return views ? [{ id, name, status, uptime, services: views }] : [];
    }),
  };
}

interface Figures {
  readonly status: Status;
  readonly uptime: number;
  readonly effects: readonly Effect[];
}

const serviceView = ({ row, figure }: Measured<ServiceRow, Figures>, period: Period): ServiceView => ({
  id: row.id,
  name: nameOf(row),
  description: row.description || undefined,
  status: figure.status,
  uptime: figure.uptime,
  bars: barsOf(figure.effects, period),
});

/** Documented: visitors see `public_name` instead of `name`. Inferred: an empty one counts as missing. */
const nameOf = ({ public_name, name }: ServiceRow): string => public_name || name;

function incidentView(
  { incident, updates }: IncidentStory,
  affectedBy: (statuses: readonly ServiceStatus[]) => readonly AffectedService[],
): IncidentView {
  const statuses = new Map(updates.flatMap((update) => update.service_statuses.map((item) => [item.service_id, item])));
  return {
    id: incident.id,
    title: incident.title,
    startTime: incident.start_time,
    endTime: incident.end_time,
    type: incident.last_incident_type,
    affected: affectedBy([...statuses.values()]),
    updates: updates.toReversed(),
  };
}

/** Documented: a connected hub shows the services that it shares, so an event there names only those. */
const affected = (services: readonly ServiceRow[], statuses: readonly ServiceStatus[]): AffectedService[] =>
  statuses.flatMap(({ service_id, status }) => {
    const service = services.find(({ id }) => id === service_id);
    return service ? [{ name: nameOf(service), status }] : [];
  });

/** Returns the maintenances that aren't over, earliest first; only the next one of each series. */
function comingMaintenances(maintenances: readonly MaintenanceRow[], now: number): MaintenanceRow[] {
  const series = new Set<number>();
  return maintenances
    .filter(({ end_time }) => Date.parse(end_time) > now)
    .toSorted(byStart)
    .filter(({ series_id }) => {
      if (series_id === null) return true;
      const isNext = !series.has(series_id);
      series.add(series_id);
      return isNext;
    });
}
