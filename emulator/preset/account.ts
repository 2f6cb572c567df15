import type { OperationName } from "../../model/kinds/operations.ts";
import { type ApiKey, roles } from "../api-key.ts";
import { invalidPreset } from "../errors.ts";
import { applyUnlogged, type Performing, type UnloggedRequest } from "../http/request.ts";
import { HttpError } from "../http-error.ts";
import { addHub } from "../resources/hub.ts";
import { basePath, routes } from "../route.ts";
import { createStore, type Snapshot } from "../tables/index.ts";
import { listNames, type Preset } from "./schema.ts";

/** The same for each start, because the provider takes a hub that was created at another time for one of another account. */
const hubsCreatedAt = "2024-01-01T00:00:00Z";

/**
 * Builds the state that a preset describes. Records are created by the API's operations, so that all its rules apply.
 * Throws if the preset breaks one, with the path of the mistake.
 */
export function accountOf(preset: Preset, maker: Omit<Performing, "store">): Snapshot {
  checkKeys(preset);
  const store = createStore();
  for (const [index, hub] of preset.hubs.entries())
    at(`hubs[${index}]`, () => store.transaction(() => addHub(store, hub, hubsCreatedAt)));
  /** Creates or changes a record, whose body has this path in the preset. Returns its ID. */
  const make = (path: string, operation: OperationName, request: UnloggedRequest): string =>
    // Every operation that creates or updates a record returns it.
    at(path, () => String((applyUnlogged({ ...maker, store }, operation, request) as { id: unknown }).id));
  /** Creates records. A field that their POST doesn't take is a list of records below this one, or for a PUT. */
  const addRecords = (path: string, bodies: readonly object[], pattern: string, params: UnloggedRequest["params"]) => {
    const create = routes.find((route) => route.verb === "create" && route.pattern === pattern);
    const shape = create?.operation.body?.shape;
    const one = routes.find((route) => route.verb === "get" && route.pattern.startsWith(`${pattern}/`));
    if (!create || !shape || !one) return;
    const update = routes.find((route) => route.verb === "update" && route.pattern === one.pattern);
    for (const [index, fields] of bodies.entries()) {
      const place = `${path}[${index}]`;
      const [sent = [], others = []] = [true, false].map((isSent) =>
        Object.entries(fields).filter(([name]) => name in shape === isSent),
      );
      const id = make(place, create.name, { params, body: Object.fromEntries(sent) });
      const here = { ...params, [one.parameters.at(-1)?.name ?? ""]: id };
      for (const [name, below] of others) addRecords(`${place}.${name}`, below, `${one.pattern}/${name}`, here);
      if (update && others.length > 0) make(place, update.name, { params: here, body: Object.fromEntries(others) });
    }
  };
  for (const [index, { subdomain, ...lists }] of preset.hubs.entries())
    for (const name of listNames)
      addRecords(`hubs[${index}].${name}`, lists[name] ?? [], `${basePath}/hubs/:subdomain/${name}`, { subdomain });
  return store.snapshot();
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

export const defaultKeys: readonly ApiKey[] = roles.map((role) => ({
  key: `emulator-${role}-key`,
  role,
  owner: `${role}@example.com`,
}));

/** Two primary hubs, `acme` with groups 1 to 8 and `globex` with 9 and 10, and a connected hub of `acme`. */
export const defaultPreset: Preset = {
  hubs: [
    {
      subdomain: "acme",
      name: "Acme",
      groups: ["Website", "API", "Payments", "Search", "Messaging", "Storage", "Regions", "Internal"],
    },
    { subdomain: "globex", name: "Globex", groups: ["Products", "Platform"] },
    { subdomain: "acme-partners", name: "Acme Partners", parent: "acme", shared_groups: [1, 2] },
  ],
};
