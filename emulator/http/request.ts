import type { z } from "zod";
import { formatInstant } from "../../model/api/instant.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import { type ApiKey, type KeyRing, panelKey } from "../api-key.ts";
import { type Call, createCall, type Settings } from "../call.ts";
import type { Clock } from "../clock.ts";
import type { Followed } from "../followed.ts";
import { HttpError, invalid } from "../http-error.ts";
import { apply } from "../resources/apply.ts";
import { type Route, routeOf } from "../route.ts";
import type { HubRow } from "../tables/hub.ts";
import type { AccountStore, TableName } from "../tables/index.ts";
import { parsed, unknownFields } from "../validation.ts";
import { objectIn, type SentBody } from "./body.ts";
import { locate } from "./locate.ts";
import { checkResponse } from "./response-check.ts";

/** A request with a valid API key whose path names an operation. */
export interface RoutedRequest {
  readonly route: Route;
  readonly key: ApiKey;
  readonly params: Readonly<Record<string, string>>;
  /** Every value of each parameter. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: SentBody | undefined;
}

export interface Performing {
  readonly store: AccountStore;
  readonly keys: KeyRing;
  /** The time of the records. */
  readonly clock: Clock;
  readonly settings: Settings;
  /** Gets to know what follows from guesses. @default nobody does */
  readonly note?: ((followed: Followed) => void) | undefined;
}

/**
 * Performs an operation and returns its response body, or throws an HttpError. Inferred: the order of checks, which is
 * 404 hub, 403, 422 of a connected hub, 404 record, 400, 422, 409. API key and rate limit are checked before.
 */
export function perform(emulation: Performing, request: RoutedRequest): unknown {
  const { store, settings, note } = emulation;
  const { route } = request;
  const table = tableOf(route);
  const followed: FollowedInCall[] = [];
  const call = callOf(emulation, request, followed);
  try {
    const response = store.transaction(() => {
      const body = apply(route, call);
      if (settings.strict) checkResponse(route.name, body);
      return body;
    });
    const { id: returnedId } = response as { readonly id?: unknown };
    for (const { guess, id = Number(returnedId) } of followed) note?.({ guess, table, id });
    return response;
  } catch (error) {
    const guess = error instanceof HttpError ? error.guess : undefined;
    if (guess !== undefined) note?.({ guess, table, id: undefined });
    throw error;
  }
}

// Rules are registered under the names of their tables.
const tableOf = (route: Route): TableName => route.resource as TableName;

/** A guess that an operation follows. Without an ID, it is about the record that the operation returns. */
type FollowedInCall = Pick<Followed, "guess" | "id">;

/** @param followed gets the guesses that the call follows */
function callOf(emulation: Performing, request: RoutedRequest, followed: FollowedInCall[]): Call {
  const { store, keys, clock, settings } = emulation;
  const { route, key } = request;
  const { operation } = route;
  // Before the body, because of the order of checks.
  const located = locate(emulation, request);
  const sent = operation.body && request.body && objectIn(request.body);
  const query = knownFields("query parameter", operation.query, queryOf(request), { settings, route });
  const body = operation.body && sent && knownFields("field", operation.body, sent, { settings, route });
  const roleOn = (hub: HubRow) => keys.roleOn(key, hub);
  const now = formatInstant(clock.now());
  const follow: Call["follow"] = (guess, id) => void followed.push({ guess, id });
  // The operation's name determines query and body, which the compiler can't follow.
  return createCall({ query, body: body as undefined, located, store, key, roleOn, settings, now, follow });
}

/** Parses what was sent. Inferred: unknown parameters and fields are ignored. A strict emulator rejects them. */
function knownFields<Schema extends z.ZodObject>(
  part: "query parameter" | "field",
  schema: Schema,
  sent: Readonly<Record<string, unknown>>,
  { settings, route }: { readonly settings: Settings; readonly route: Route },
): z.output<Schema> {
  const fields = parsed(schema, sent);
  const [unknown] = settings.strict ? unknownFields(sent, fields) : [];
  if (unknown !== undefined) throw invalid(`${part} ${unknown}`, `is not known to ${route.name}`);
  return fields;
}

export interface UnloggedRequest extends Pick<RoutedRequest, "params"> {
  readonly body?: object | undefined;
}

/** Performs an operation with all its rules, but without rate limit, faults, differences and request log. */
export function applyUnlogged(
  emulation: Performing,
  operation: OperationName,
  { params, body }: UnloggedRequest,
): unknown {
  // Converted as in a request, so that no record gets a value that the data file can't hold.
  const sent = { value: body && JSON.parse(JSON.stringify(body)), error: undefined };
  const request = { route: routeOf[operation], key: panelKey, params, query: {}, body: sent };
  return perform(emulation, request);
}

/** Inferred: a parameter has one value. */
function queryOf({ query }: RoutedRequest): Record<string, string | undefined> {
  const sent = Object.entries(query);
  const [repeated] = sent.find(([, values]) => values.length > 1) ?? [];
  if (repeated !== undefined) throw invalid(repeated, "must not be given more than once");
  return Object.fromEntries(sent.map(([name, [value]]) => [name, value]));
}
