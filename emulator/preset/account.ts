import { invalidPreset } from "../../errors/emulator.ts";
import type { OperationName } from "../../kinds/operations.ts";
import { applyUnlogged, type Performing, type Unlogged } from "../http/request.ts";
import { HttpError } from "../http-error.ts";
import { addHub } from "../resources/hub.ts";
import { routes } from "../route.ts";
import { type Snapshot, Store } from "../state/store.ts";
import { hubFields, type Preset, type PresetHub } from "./schema.ts";

/** Creates or changes a record, whose body has this path in the preset. Returns its ID. */
type Make = (path: string, operation: OperationName, request: Unlogged) => string;

/** The same for each start, because the provider takes a hub that was created at another time for that of another account. */
const hubsCreatedAt = "2024-01-01T00:00:00Z";

/**
 * Builds the state that a preset describes. Records are created by the API's operations, so that all its rules apply.
 * Throws if the preset breaks one, with the path of the mistake.
 */
export function accountOf(preset: Preset, maker: Omit<Performing, "store" | "rewrites">): Snapshot {
  checkKeys(preset);
  const store = new Store(() => undefined);
  for (const [index, hub] of preset.hubs.entries())
    at(`hubs[${index}]`, () => store.transaction(() => addHub(store, hub, hubsCreatedAt)));
  const make: Make = (path, operation, request) =>
    // Every operation that creates or updates a record returns it.
    at(path, () => String((applyUnlogged({ ...maker, store }, operation, request) as { id: unknown }).id));
  for (const [index, hub] of preset.hubs.entries()) fillHub(make, hub, `hubs[${index}]`);
  return store.snapshot();
}

function fillHub(make: Make, hub: PresetHub, path: string): void {
  const { subdomain, incidents = [], maintenances = [], ...others } = hub;
  for (const field of hubFields) {
    const create = routes.find(({ pattern, verb }) => verb === "create" && pattern.endsWith(`/:subdomain/${field}`));
    const bodies: unknown = others[field as keyof typeof others];
    if (create && Array.isArray(bodies))
      for (const [index, body] of bodies.entries())
        make(`${path}.${field}[${index}]`, create.name, { params: { subdomain }, body });
  }
  for (const [index, { incident_updates = [], ...body }] of incidents.entries()) {
    const place = `${path}.incidents[${index}]`;
    const params = { subdomain, incident_id: make(place, "createIncident", { params: { subdomain }, body }) };
    for (const [order, update] of incident_updates.entries())
      make(`${place}.incident_updates[${order}]`, "createIncidentUpdate", { params, body: update });
  }
  for (const [index, { event_repeat, event_notifications, ...body }] of maintenances.entries()) {
    const place = `${path}.maintenances[${index}]`;
    const params = { subdomain, maintenance_id: make(place, "createMaintenance", { params: { subdomain }, body }) };
    make(place, "updateMaintenance", { params, body: { event_repeat, event_notifications } });
  }
}

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
  const known = new Set<string>();
  for (const [index, { key, hubs: roles = {} }] of keys.entries()) {
    if (known.has(key)) throw new Error(invalidPreset.sameKey({ index }));
    known.add(key);
    const unknown = Object.keys(roles).find((subdomain) => !subdomains.includes(subdomain));
    if (unknown !== undefined) throw new Error(invalidPreset.noHub({ index, hub: unknown }));
  }
}
