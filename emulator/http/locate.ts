import { recordIdText } from "../../model/api/field.ts";
import { type ApiKey, type KeyRing, mayRequest } from "../api-key.ts";
import type { LocatedRecords } from "../call.ts";
import { HttpError } from "../http-error.ts";
import { resourceOf } from "../resources/index.ts";
import type { Route } from "../route.ts";
import type { HubRow } from "../tables/hub.ts";
import type { AccountStore, TableName, Tables } from "../tables/index.ts";

/** Where the records are, and who may use them. */
interface Account {
  readonly store: AccountStore;
  readonly keys: KeyRing;
}

interface RequestedPath {
  readonly route: Route;
  readonly key: ApiKey;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the records that the path names: the hub, and what is on it or below another one. */
export function locate(account: Account, request: RequestedPath): LocatedRecords {
  const { store } = account;
  const [hubParameter, ...parameters] = request.route.parameters;
  if (!hubParameter) return {};
  const hub = locateHub(account, request, hubParameter.name);
  const located: Partial<Record<TableName, Row>> = { hubs: hub };
  let parent: Parent | undefined;
  for (const { name, table } of parameters) {
    const text = request.params[name] ?? "";
    const row = findRow(store, table, text);
    const belongsHere = row !== undefined && (parent ? isBelow(row, parent) : isOn(row, { hub, table, store }));
    if (!belongsHere) throw new HttpError(404, `${name} ${text} does not exist in hub ${hub.subdomain}`);
    located[table] = row;
    parent = { name, id: row.id };
  }
  // Each row has the name of its table.
  return located as LocatedRecords;
}

/** Finds the hub of a request. Rejects what the key may not do there, and what no key may. */
function locateHub({ store, keys }: Account, { route, key, params }: RequestedPath, parameter: string): HubRow {
  const subdomain = params[parameter] ?? "";
  const hub = store.table("hubs").findBy("subdomain", subdomain);
  const role = hub ? keys.roleOn(key, hub) : "none";
  // Inferred: a hub on which the API key has no access looks as if it didn't exist.
  if (!hub || role === "none") throw new HttpError(404, `there is no hub with subdomain ${subdomain}`);
  const { method } = route.operation;
  const { area = "everything else", rules } = resourceOf(route.section) ?? {};
  if (!mayRequest(role, method, area))
    throw new HttpError(403, `the role ${role} of this API key does not allow ${method} here`);
  rules?.admit?.(hub, method);
  return hub;
}

type Row = Tables[TableName];

const findRow = (store: AccountStore, table: TableName, id: string): Row | undefined =>
  recordIdText.test(id) ? store.table(table).find(Number(id)) : undefined;

/** The record before, in a path of several: the incident of an update. */
interface Parent {
  /** The name of its parameter. */
  readonly name: string;
  readonly id: number;
}

/** A record stores its parent's ID under the name of the parameter, such as `incident_id`. */
const isBelow = (row: Row, parent: Parent): boolean =>
  (row as unknown as Record<string, unknown>)[parent.name] === parent.id;

/** Whether a hub has a record, or shares it with its primary hub. */
function isOn(row: Row, { hub, table, store }: { hub: HubRow; table: TableName; store: AccountStore }): boolean {
  const owner = "hub_id" in row ? row.hub_id : undefined;
  if (owner === hub.id) return true;
  if (owner !== hub.parent_id) return false;
  return resourceOf(table)?.rules.isShared?.(row, { store, hub }) === true;
}
