import { type ApiKey, roles } from "../api-key.ts";
import { invalidPreset } from "../errors.ts";
import { applyUnlogged, type Performing, type UnloggedRequest } from "../http/request.ts";
import { HttpError } from "../http-error.ts";
import { addHub } from "../resources/hub.ts";
import { basePath, type Route, routes } from "../route.ts";
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
  const emulation = { ...maker, store };
  for (const [index, { subdomain, ...lists }] of preset.hubs.entries()) {
    for (const name of listNames) {
      const collection = collectionAt(`${basePath}/hubs/:subdomain/${name}`);
      addRecords(emulation, collection, { path: `hubs[${index}].${name}`, params: { subdomain } }, lists[name] ?? []);
    }
  }
  return store.snapshot();
}

type Fields = Readonly<Record<string, unknown>>;

/** Where a list or a record is: in the preset, and in the account. */
interface Place {
  readonly path: string;
  readonly params: UnloggedRequest["params"];
}

/** Records that the API can create, and the operations on them. */
interface Collection {
  readonly create: Route;
  /** The fields that a POST takes. */
  readonly posted: Fields;
  readonly get: Route;
  readonly update: Route | undefined;
}

/** @returns undefined if there are no records at this place of the API */
function findCollection(pattern: string): Collection | undefined {
  const create = routes.find((route) => route.verb === "create" && route.pattern === pattern);
  const posted = create?.operation.body?.shape;
  const get = routes.find((route) => route.verb === "get" && route.pattern.startsWith(`${pattern}/`));
  if (create === undefined || posted === undefined || get === undefined) return undefined;
  const update = routes.find((route) => route.verb === "update" && route.pattern === get.pattern);
  return { create, posted, get, update };
}

function collectionAt(pattern: string): Collection {
  const collection = findCollection(pattern);
  if (collection === undefined) throw new Error(`The API creates no records at ${pattern}.`);
  return collection;
}

function addRecords(emulation: Performing, collection: Collection, { path, params }: Place, bodies: readonly Fields[]) {
  for (const [index, fields] of bodies.entries())
    addRecord(emulation, collection, { path: `${path}[${index}]`, params }, fields);
}

/**
 * Adds a record by the API's operations, which each take some of its fields:
 *
 * - a POST of the record itself
 * - a POST of each record below it, for a field that is a list of them, such as the `incident_updates` of an incident
 * - a PUT of the fields that are left, such as the `event_repeat` of a maintenance
 */
function addRecord(
  emulation: Performing,
  { create, posted, get, update }: Collection,
  { path, params }: Place,
  fields: Fields,
): void {
  const entries = Object.entries(fields);
  const postBody = Object.fromEntries(entries.filter(([name]) => name in posted));
  const id = make(emulation, create, { path, params }, postBody);
  const idParameter = get.parameters.at(-1)?.name ?? "";
  const paramsOfRecord = { ...params, [idParameter]: id };

  const putBody: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    if (name in posted) continue;
    const below = findCollection(`${get.pattern}/${name}`);
    if (below === undefined) putBody[name] = value;
    else addRecords(emulation, below, { path: `${path}.${name}`, params: paramsOfRecord }, value as readonly Fields[]);
  }
  const putNames = Object.keys(putBody);
  if (putNames.length === 0) return;
  if (update === undefined) throw new Error(`${create.name} takes no ${putNames.join(", ")}.`);
  make(emulation, update, { path, params: paramsOfRecord }, putBody);
}

/** Creates or changes a record. Returns its ID. */
const make = (emulation: Performing, { name }: Route, { path, params }: Place, body: object): string =>
  at(path, () => {
    // Every operation that creates or updates a record returns it.
    const record = applyUnlogged(emulation, name, { params, body }) as { readonly id: unknown };
    return String(record.id);
  });

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
