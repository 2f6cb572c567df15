import { formatInstant } from "../../api/instant.ts";
import { invalidPreset } from "../../errors/emulator.ts";
import type { OperationName } from "../../kinds/operations.ts";
import { HttpError } from "../http/http-error.ts";
import type { Performing } from "../http/request.ts";
import { applyUnlogged } from "../http/request.ts";
import { addHub } from "../resources/hub.ts";
import { type Snapshot, Store } from "../state/store.ts";
import type { Preset, PresetHub } from "./schema.ts";

/**
 * Builds the state that a preset describes. Records are created by the API's operations, so that all its rules apply.
 * Throws if the preset breaks one, with the path of the mistake.
 */
export function accountOf(preset: Preset, { clock, keys, settings }: Omit<Maker, "store">): Snapshot {
  checkKeys(preset);
  const store = new Store(() => undefined);
  const maker: Maker = { store, clock, keys, settings };
  const now = formatInstant(clock.now());
  preset.hubs.forEach((hub, index) => {
    at(`hubs[${index}]`, () => store.transaction(() => addHub(store, hub, now)));
  });
  preset.hubs.forEach((hub, index) => {
    fillHub(maker, hub, `hubs[${index}]`);
  });
  return store.snapshot();
}

type Maker = Omit<Performing, "rewrites">;

/** Creates incidents before maintenances, which may suppress incidents created while they last. */
function fillHub(maker: Maker, hub: PresetHub, path: string): void {
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
    const place = `${path}.incidents[${index}]`;
    const { id } = make(maker, "createIncident", { params: { subdomain }, body, path: place });
    incident_updates.forEach((update, order) => {
      const params = { subdomain, incident_id: String(id) };
      make(maker, "createIncidentUpdate", { params, body: update, path: `${place}.incident_updates[${order}]` });
    });
  });
  hub.maintenances?.forEach(({ event_repeat, event_notifications, ...body }, index) => {
    const place = `${path}.maintenances[${index}]`;
    const { id } = make(maker, "createMaintenance", { params: { subdomain }, body, path: place });
    const params = { subdomain, maintenance_id: String(id) };
    make(maker, "updateMaintenance", { params, body: { event_repeat, event_notifications }, path: place });
  });
}

interface Made {
  readonly params: Readonly<Record<string, string>>;
  readonly body: object;
  /** Path of the body in the preset. */
  readonly path: string;
}

// Every operation that creates or updates a record returns it.
const make = (maker: Maker, operation: OperationName, { params, body, path }: Made): { id: unknown } =>
  at(path, () => applyUnlogged(maker, operation, { params, body }) as { id: unknown });

/** Runs some work. If a rule rejects it, names the part of the preset that breaks the rule. */
function at<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new Error(invalidPreset.record({ path, reason: error.message }), { cause: error });
  }
}

function checkKeys({ hubs, keys = [] }: Preset): void {
  const subdomains = hubs.map(({ subdomain }) => subdomain);
  keys.forEach(({ key, hubs: roles = {} }, index) => {
    if (keys.findIndex((other) => other.key === key) !== index) throw new Error(invalidPreset.sameKey({ index }));
    const unknown = Object.keys(roles).find((subdomain) => !subdomains.includes(subdomain));
    if (unknown !== undefined) throw new Error(invalidPreset.noHub({ index, hub: unknown }));
  });
}
