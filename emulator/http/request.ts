import { formatInstant } from "../../api/instant.ts";
import type { Operation } from "../../api/operation.ts";
import { type OperationName, operations } from "../../api/operations.ts";
import { type ApiKey, areaOf, mayRequest } from "../api-key.ts";
import { Call, type Located } from "../call.ts";
import { admissions, handlers, pathParameters } from "../resources/index.ts";
import type { HubRow } from "../state/row.ts";
import type { World } from "../world.ts";
import { checkAnswer } from "./answer-check.ts";
import { jsonObject } from "./body.ts";
import { invalid, Refusal } from "./refusal.ts";
import { parsed, unknownFields } from "./validation.ts";

/** A request whose key is known and whose path names an operation. */
export interface RoutedRequest {
  readonly operation: OperationName;
  readonly key: ApiKey;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The body as text; undefined where it is too long. */
  readonly body: string | undefined;
  readonly contentType: string | undefined;
  /** Told which parameters and fields are not known, and so ignored. */
  readonly onIgnored: (names: readonly string[]) => void;
}

/**
 * Carries out an operation and returns the body of its answer, or throws a Refusal.
 * Inferred: the order of checks, which is 404 hub, 403, 404 record, 400, 422, 409. The key and the budget come before.
 */
export function perform(world: World, request: RoutedRequest): unknown {
  const operation: Operation = operations[request.operation];
  const located = locate(world, operation, request);
  const query = readQuery(world, operation, request);
  const body = world.rewrites.bodyOf(operation, readBody(world, operation, request));
  const call = new Call({
    query,
    body,
    located,
    store: world.store,
    key: request.key,
    roleOn: (hub) => world.keys.roleOn(request.key, hub),
    settings: world.settings,
    now: formatInstant(world.clock.now()),
  });
  const handle = findHandler(request.operation);
  if (!handle) throw new Refusal(501, `not offered by the emulator: ${operation.method} ${operation.path}`);
  const answer = world.store.transaction(() => {
    const result = handle(call);
    if (world.settings.strict) checkAnswer(request.operation, result);
    return result;
  });
  return world.rewrites.answerOf(operation, answer);
}

// Handler, query and body belong together by the operation's name, which the compiler does not follow.
const findHandler = (name: OperationName): ((call: Call) => unknown) | undefined =>
  (handlers as Partial<Record<OperationName, unknown>>)[name] as ((call: Call) => unknown) | undefined;

function locate(world: World, operation: Operation, request: RoutedRequest): Located {
  const { params } = request;
  const [, ...names] = parameterNames(operation.path);
  if (params.subdomain === undefined) return {};
  const hub = findHub(world, request.key, params.subdomain);
  const area = areaOf(operation.path);
  const role = world.keys.roleOn(request.key, hub);
  if (!mayRequest(role, operation.method, area))
    throw new Refusal(403, `the role ${role} of this API key does not allow ${operation.method} here`);
  admissions[operation.path.split("/")[3] ?? ""]?.(hub, operation.method);
  let located: Located = { hubs: hub };
  // In the order of the path, as a record is looked for under the one before it.
  for (const name of names)
    located = { ...located, ...findRecord(world, located, { hub, name, text: params[name] ?? "" }) };
  return located;
}

const parameterNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

function findHub(world: World, key: ApiKey, subdomain: string): HubRow {
  const hub = world.store.table("hubs").findBy("subdomain", subdomain);
  // Inferred: a hub on which the key has no access looks as if it did not exist.
  if (!hub || world.keys.roleOn(key, hub) === "none")
    throw new Refusal(404, `there is no hub with subdomain ${subdomain}`);
  return hub;
}

function findRecord(
  world: World,
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

function readQuery(world: World, operation: Operation, request: RoutedRequest): Record<string, unknown> {
  const inferredOff = world.settings.inferredStatus !== undefined;
  const names = inferredOff ? new Set(operation.inferredQuery) : new Set<string>();
  const sent = Object.fromEntries(Object.entries(request.query).filter(([name]) => !names.has(name)));
  const query = parsed(operation.query, sent);
  report(
    world,
    request,
    unknownFields(sent, query).map((name) => `query parameter ${name}`),
  );
  return query;
}

function readBody(world: World, operation: Operation, request: RoutedRequest): Record<string, unknown> | undefined {
  if (!operation.body) return undefined;
  const sent = jsonObject(request.body, request.contentType);
  const body = parsed(operation.body, sent);
  report(
    world,
    request,
    unknownFields(sent, body).map((name) => `field ${name}`),
  );
  return body;
}

/** Inferred: what the API does not know is ignored. A strict emulator refuses it. */
function report(world: World, request: RoutedRequest, names: readonly string[]): void {
  const [first] = names;
  if (first === undefined) return;
  if (world.settings.strict) throw invalid(first, `is not known to ${request.operation}`);
  request.onIgnored(names);
}
