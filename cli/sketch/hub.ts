import { isPublished } from "../../emulator/events/hub-scope.ts";
import type { Tables } from "../../emulator/held-account.ts";
import { comingMaintenances } from "../../emulator/site/hub-view.ts";
import type {
  SketchedGroup,
  SketchedHub,
  SketchedIncident,
  SketchedMaintenance,
} from "../../emulator/site/sketch-page.ts";
import type { Stored } from "../../model/api/form.ts";
import { hub as hubKind } from "../../model/kinds/hub.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { maintenance } from "../../model/kinds/maintenance.ts";
import { service } from "../../model/kinds/service.ts";
import { isUnreadable } from "../hub/readable.ts";
import { Incidents } from "../incident/incidents.ts";
import { isDraft, type Present } from "../incident/present.ts";
import { labelOf } from "../records.ts";
import type { Moment } from "../rehearsal/moment.ts";
import type { RecordOwners } from "../rehearsal/owners.ts";
import { lastLiveId, type Page } from "../rehearsal/page.ts";
import type { Rehearsal } from "../rehearsal/rehearse.ts";
import { withMasked } from "../rehearsal/secrets.ts";
import { isPattern, patternInWords } from "../report/schedule.ts";

/** What is known of a hub besides what the update needs. */
export interface KnownHub {
  readonly hasServices: boolean;
  readonly hasMaintenances: boolean;
  /** Undefined if they can't be read. */
  readonly incidents: readonly SketchedIncident[] | undefined;
  readonly owners: RecordOwners;
}

type MaintenanceRow = Tables["maintenances"];

/** Reads the services of a hub, and in full the maintenances that are drawn. */
export async function readParts(
  page: Page,
  hubId: number,
  { beforeOn, afterOn }: Pick<Rehearsal, "beforeOn" | "afterOn">,
): Promise<Pick<KnownHub, "hasServices" | "hasMaintenances">> {
  const hasServices = await page.loadList(hubId, service);
  const hasList = await page.loadList(hubId, maintenance);
  const drawn = [beforeOn(page), afterOn(page)].flatMap((moment) => maintenancesToCome(moment, hubId));
  const live = new Set(drawn.map(({ id }) => id).filter((id) => id <= lastLiveId));
  const read = await Promise.all([...live].map((id) => page.loadRecord(hubId, maintenance, String(id))));
  return { hasServices, hasMaintenances: hasList && read.every((isRead) => isRead) };
}

/** Reads the open incidents, which no update changes. Returns undefined if this key can't. */
export async function readIncidents(page: Page, hubId: number): Promise<readonly SketchedIncident[] | undefined> {
  const { subdomain = "" } = page.before.find("hubs", hubId) ?? {};
  try {
    const open = await new Incidents({ account: page.account, subdomain }).listOpen();
    return open.filter(({ live }) => !isDraft(live)).map(sketchedIncident);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

function sketchedIncident({ live, published }: Present): SketchedIncident {
  const [latest] = published;
  return {
    id: String(live.id),
    title: String(live.title),
    type: String(latest?.incident_type ?? live.last_incident_type ?? ""),
    startTime: String(live.start_time),
  };
}

/** Returns what visitors see of a hub at one moment. */
export function hubAt(moment: Moment, hubId: number, known: KnownHub): SketchedHub {
  const { owners, incidents } = known;
  /** A record in the program's form, without what is secret. */
  const valuesOf = (definition: Definition, row: { readonly id: number }): Stored => {
    const secrets = owners.secretsOf(definition, [row.id]);
    return withMasked(moment.valuesOf(definition, { ...row }), secrets);
  };
  const hub = moment.find("hubs", hubId);
  const services = servicesOf(moment, hubId).map((row) => ({ id: row.id, values: valuesOf(service, row) }));
  const names = new Map(services.map(({ id, values }) => [String(id), nameOf(values)]));
  const sketchMaintenances = () =>
    maintenancesToCome(moment, hubId).map((row) => sketchedMaintenance(row, valuesOf(maintenance, row), names));
  return {
    name: hub === undefined ? "" : String(valuesOf(hubKind, hub).name),
    groups: known.hasServices ? groupsOf(services) : undefined,
    maintenances: known.hasMaintenances ? sketchMaintenances() : undefined,
    incidents,
  };
}

/** Documented: a connected hub shows services of its primary hub. Which ones, the API doesn't say. */
function servicesOf(moment: Moment, hubId: number): Tables["services"][] {
  const primaryId = moment.find("hubs", hubId)?.parent_id ?? hubId;
  return moment.all("services").filter(({ hub_id: id, deleted, archived }) => {
    return id === primaryId && !deleted && !archived;
  });
}

/** Returns the published maintenances that aren't over, as the emulator's page shows them. */
function maintenancesToCome(moment: Moment, hubId: number): MaintenanceRow[] {
  const own = moment.all("maintenances").filter(({ hub_id: hub }) => hub === hubId);
  return comingMaintenances(own.filter(isPublished), moment.page.now());
}

interface SketchedValues {
  readonly id: number;
  readonly values: Stored;
}

const nameOf = (values: Stored): string => labelOf(service.kind, values);

function groupsOf(services: readonly SketchedValues[]): SketchedGroup[] {
  const groups = Map.groupBy(services, ({ values }) => String(values.groupId));
  return [...groups].map(([id, members]) => ({
    id,
    services: members.map(({ id: serviceId, values }) => ({
      id: String(serviceId),
      name: nameOf(values),
      description: String(values.description ?? ""),
    })),
  }));
}

function sketchedMaintenance(
  row: MaintenanceRow,
  values: Stored,
  names: ReadonlyMap<string, string>,
): SketchedMaintenance {
  return {
    id: String(row.series_id ?? row.id),
    title: String(values.title),
    body: String(values.body ?? ""),
    startTime: String(values.startTime),
    endTime: String(values.endTime),
    repeats: isPattern(values.repeat) ? patternInWords(values.repeat) : "",
    affected: affectedBy(values.serviceStatuses, names),
  };
}

type Affected = SketchedMaintenance["affected"];

function affectedBy(statuses: unknown, names: ReadonlyMap<string, string>): Affected {
  // Each maintenance has a list, so anything else is the word that masks a secret.
  if (!Array.isArray(statuses)) return [{ name: String(statuses), status: "" }];
  return statuses.map(({ service: id, status }: { readonly service: unknown; readonly status: unknown }) => ({
    name: names.get(String(id)) ?? `Service ${id}`,
    status: String(status),
  }));
}
