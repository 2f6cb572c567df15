import { formatInstant } from "../../api/instant.ts";
import type { OperationName } from "../../kinds/operations.ts";
import { type ApiKey, areaOf, mayRequest } from "../api-key.ts";
import { Call, type Located } from "../call.ts";
import { admissions, handlers, pathParameters } from "../resources/index.ts";
import type { Route } from "../route.ts";
import type { HubRow } from "../state/row.ts";
import type { World } from "../world.ts";
import { checkAnswer } from "./answer-check.ts";
import { objectIn, type SentBody } from "./body.ts";
import { invalid, Refusal } from "./refusal.ts";
import { parsed, unknownFields } from "./validation.ts";

/** A request whose key is known and whose path names an operation. */
export interface RoutedRequest {
  readonly route: Route;
  readonly key: ApiKey;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: SentBody | undefined;
  /** Receives the names of parameters and fields that the API does not know, and so ignores. */
  readonly onIgnored: (names: readonly string[]) => void;
}

/** The part of an emulator that carries operations out. */
export type Performing = Pick<World, "store" | "keys" | "clock" | "settings" | "rewrites">;

/**
 * Carries out an operation and returns the body of its response, or throws a Refusal.
 * Inferred: the order of checks, which is 404 hub, 403, 404 record, 400, 422, 409. The key and the budget come before.
 */
export function perform(world: Performing, request: RoutedRequest): unknown {
  const { route, key } = request;
  const located = locate(world, request);
  const sent = route.operation.body && request.body && objectIn(request.body);
  const query = readQuery(world, request);
  const body = world.rewrites.bodyOf(route, sent && readFields(world, request, sent));
  const call = new Call({
    query,
    body,
    located,
    store: world.store,
    key,
    roleOn: (hub) => world.keys.roleOn(key, hub),
    settings: world.settings,
    now: formatInstant(world.clock.now()),
  });
  const handle = findHandler(route.name);
  if (!handle) throw new Refusal(501, `not offered by the emulator: ${route.operation.method} ${route.operation.path}`);
  const answer = world.store.transaction(() => {
    const result = handle(call);
    if (world.settings.strict) checkAnswer(route.name, result);
    return result;
  });
  return world.rewrites.answerOf(route, answer);
}

// Handler, query and body belong together by the operation's name, which the compiler does not follow.
const findHandler = (name: OperationName): ((call: Call) => unknown) | undefined =>
  (handlers as Partial<Record<OperationName, unknown>>)[name] as ((call: Call) => unknown) | undefined;

function locate(world: Performing, { route, key, params }: RoutedRequest): Located {
  const [subdomain, ...names] = route.parameters;
  if (subdomain === undefined) return {};
  const hub = findHub(world, key, params[subdomain] ?? "");
  const { method } = route.operation;
  const role = world.keys.roleOn(key, hub);
  if (!mayRequest(role, method, areaOf(route.section)))
    throw new Refusal(403, `the role ${role} of this API key does not allow ${method} here`);
  admissions[route.section ?? ""]?.(hub, method);
  let located: Located = { hubs: hub };
  // In the order of the path, as a record is looked for under the one before it.
  for (const name of names)
    located = { ...located, ...findRecord(world, located, { hub, name, text: params[name] ?? "" }) };
  return located;
}

function findHub(world: Performing, key: ApiKey, subdomain: string): HubRow {
  const hub = world.store.table("hubs").findBy("subdomain", subdomain);
  // Inferred: a hub on which the key has no access looks as if it did not exist.
  if (!hub || world.keys.roleOn(key, hub) === "none")
    throw new Refusal(404, `there is no hub with subdomain ${subdomain}`);
  return hub;
}

function findRecord(
  world: Performing,
  located: Located,
  { hub, name, text }: { hub: HubRow; name: string; text: string },
): Located {
  const parameter = pathParameters[name];
  if (!parameter) return {};
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  const row = id === undefined ? undefined : parameter.find(world.store, { id, hub, located });
  if (!row) throw new Refusal(404, `${name} ${text} does not exist in hub ${hub.subdomain}`);
  return { [parameter.table]: row };
}

function readQuery(world: Performing, request: RoutedRequest): Record<string, unknown> {
  const { operation } = request.route;
  const ignored = world.settings.inferredStatus === undefined ? [] : operation.inferredQuery;
  const sent = Object.fromEntries(Object.entries(request.query).filter(([name]) => !ignored.includes(name)));
  const query = parsed(operation.query, sent);
  const unknown = unknownFields(sent, query).map((name) => `query parameter ${name}`);
  reportIgnored(world, request, unknown);
  return query;
}

function readFields(
  world: Performing,
  request: RoutedRequest,
  sent: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const { body } = request.route.operation;
  const fields = body && parsed(body, sent);
  const unknown = unknownFields(sent, fields).map((name) => `field ${name}`);
  reportIgnored(world, request, unknown);
  return fields;
}

/** Inferred: what the API does not know is ignored. A strict emulator refuses it. */
function reportIgnored(world: Performing, { route, onIgnored }: RoutedRequest, names: readonly string[]): void {
  const [first] = names;
  if (first === undefined) return;
  if (world.settings.strict) throw invalid(first, `is not known to ${route.name}`);
  onIgnored(names);
}
