import type { MaintenanceRow } from "../resources/maintenance.ts";
import type { ServiceRow } from "../resources/service.ts";
import type { GroupRow } from "../state/row.ts";
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
  const shown = new Set(services.map(({ id }) => id));
  return [...incidents.flatMap(incidentEffects), ...maintenances.flatMap(maintenanceEffects)].filter(({ serviceId }) =>
    shown.has(serviceId),
  );
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

/** Inferred: a service that a later update doesn't name keeps its status from before. */
function incidentEffects({ incident, updates }: IncidentStory): Effect[] {
  const end = incident.end_time === null ? Number.POSITIVE_INFINITY : Date.parse(incident.end_time);
  const effects: Effect[] = [];
  const current = new Map<number, Omit<Effect, "to">>();
  const close = (effect: Omit<Effect, "to"> | undefined, to: number) => {
    // An update may start after the end, if the resolving one starts earlier.
    if (effect && effect.from < to) effects.push({ ...effect, to });
  };
  for (const update of updates) {
    const from = Date.parse(update.start_time);
    for (const { service_id: serviceId, status } of update.service_statuses) {
      close(current.get(serviceId), from);
      current.set(serviceId, { serviceId, status, from });
    }
  }
  for (const effect of current.values()) close(effect, end);
  return effects;
}

const maintenanceEffects = (maintenance: MaintenanceRow): Effect[] =>
  maintenance.service_statuses.map(({ service_id, status }) => ({
    serviceId: service_id,
    status,
    from: Date.parse(maintenance.start_time),
    to: Date.parse(maintenance.end_time),
  }));
