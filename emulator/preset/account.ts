import { formatInstant } from "../../api/instant.ts";
import type { OperationName } from "../../api/operations.ts";
import { performBehind } from "../control/behind.ts";
import { Rewrites } from "../faults/rewrite.ts";
import { Refusal } from "../http/refusal.ts";
import type { Performing } from "../http/request.ts";
import type { GroupRow, HubRow } from "../state/row.ts";
import { type Snapshot, Store } from "../state/store.ts";
import type { Preset, PresetHub } from "./schema.ts";

/**
 * The state that a preset describes. Records are made by the operations of the API, so that all their rules hold.
 * Throws where it breaks one, with the path of what does.
 */
export function accountOf(preset: Preset, { clock, keys, settings }: Omit<Performing, "store" | "rewrites">): Snapshot {
  const store = new Store(() => undefined);
  store.load(hubsAndGroups(preset, formatInstant(clock.now())));
  const maker: Performing = { store, clock, keys, settings, rewrites: new Rewrites() };
  preset.hubs.forEach((hub, index) => {
    fillHub(maker, hub, `hubs[${index}]`);
  });
  return store.snapshot();
}

/** Incidents before maintenances, which may suppress those that are made while they last. */
function fillHub(maker: Performing, hub: PresetHub, path: string): void {
  const { subdomain } = hub;
  const makeAll = (operation: OperationName, field: string, bodies: readonly object[] = []) =>
    bodies.forEach((body, index) => {
      make(maker, operation, { params: { subdomain }, body, path: `${path}.${field}[${index}]` });
    });
  makeAll("createService", "services", hub.services);
  makeAll("createIncidentTemplate", "incident_templates", hub.incident_templates);
  makeAll("createMaintenanceTemplate", "maintenance_templates", hub.maintenance_templates);
  makeAll("createSubscriber", "subscribers", hub.subscribers);
  makeAll("createSubscription", "subscriptions", hub.subscriptions);
  hub.incidents?.forEach(({ incident_updates = [], ...body }, index) => {
    const at = `${path}.incidents[${index}]`;
    const { id } = make(maker, "createIncident", { params: { subdomain }, body, path: at });
    incident_updates.forEach((update, order) => {
      const params = { subdomain, incident_id: String(id) };
      make(maker, "createIncidentUpdate", { params, body: update, path: `${at}.incident_updates[${order}]` });
    });
  });
  hub.maintenances?.forEach(({ event_repeat, event_notifications, ...body }, index) => {
    const at = `${path}.maintenances[${index}]`;
    const { id } = make(maker, "createMaintenance", { params: { subdomain }, body, path: at });
    const params = { subdomain, maintenance_id: String(id) };
    make(maker, "updateMaintenance", { params, body: { event_repeat, event_notifications }, path: at });
  });
}

interface Made {
  readonly params: Readonly<Record<string, string>>;
  readonly body: object;
  /** Where the body is in the preset. */
  readonly path: string;
}

function make(maker: Performing, operation: OperationName, { params, body, path }: Made): { id: unknown } {
  try {
    // Every operation that creates or changes a record answers with it.
    return performBehind(maker, operation, { params, body }) as { id: unknown };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Error(`The preset is wrong at ${path}: ${error.message}.`, { cause: error });
  }
}

function hubsAndGroups(preset: Preset, now: string): Snapshot {
  const hubs: HubRow[] = [];
  const groups: GroupRow[] = [];
  preset.hubs.forEach((hub, index) => {
    const path = `hubs[${index}]`;
    const parent = findParent(hub, { before: hubs, path });
    if (hubs.some(({ subdomain }) => subdomain === hub.subdomain))
      throw new Error(`The preset is wrong at ${path}: another hub has the subdomain "${hub.subdomain}".`);
    hubs.push(hubRow(hub, { id: index + 1, parent, now }));
    for (const name of hub.groups ?? []) groups.push({ id: groups.length + 1, hub_id: index + 1, name });
  });
  checkKeys(preset);
  return { lastIds: {}, rows: { hubs, groups } };
}

function findParent(hub: PresetHub, { before, path }: { before: readonly HubRow[]; path: string }): HubRow | undefined {
  if (hub.parent === undefined) return undefined;
  const parent = before.find(({ subdomain, type }) => subdomain === hub.parent && type === "primary");
  if (parent) return parent;
  throw new Error(`The preset is wrong at ${path}.parent: "${hub.parent}" is not a primary hub that comes before it.`);
}

function checkKeys({ hubs, keys = [] }: Preset): void {
  const subdomains = hubs.map(({ subdomain }) => subdomain);
  keys.forEach(({ hubs: roles = {} }, index) => {
    const unknown = Object.keys(roles).find((subdomain) => !subdomains.includes(subdomain));
    if (unknown !== undefined)
      throw new Error(`The preset is wrong at keys[${index}].hubs: there is no hub "${unknown}".`);
  });
}

function hubRow(hub: PresetHub, { id, parent, now }: { id: number; parent: HubRow | undefined; now: string }): HubRow {
  return {
    id,
    name: hub.name,
    subdomain: hub.subdomain,
    type: parent ? "connected" : "primary",
    custom_domain: hub.custom_domain ?? null,
    parent_id: parent?.id ?? null,
    product_url: hub.product_url ?? null,
    position: id,
    shared_groups: hub.shared_groups ?? [],
    shared_services: "all",
    created_at: now,
    updated_at: now,
  };
}
