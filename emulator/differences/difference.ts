import type { Guesses } from "../../model/guesses/guess.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import type { Clock } from "../clock.ts";
import type { Performing, RoutedRequest } from "../http/request.ts";
import { HttpError } from "../http-error.ts";
import type { AccountStore, Snapshot, TableName } from "../tables/index.ts";

/**
 * One way in which the real service may differ: performs a request as that service would. It can change the request that it hands
 * on, change what that returns, or throw. Most are made by one of these functions:
 *
 * - before: `onRequests`, `onBodies`, `missing`
 * - after: `onResponses`, `onRecords`, `onLists`, and `onRejections` if the request was rejected
 * - both: `accepting`
 */
export type Difference = (exchange: Exchange, next: Next) => unknown;

/** Performs a request and returns its response body, or throws an HttpError. */
export type Next = (exchange: Exchange) => unknown;

export type Fields = Readonly<Record<string, unknown>>;

/** A request as far as differences have changed it, and where it is performed. */
export interface Exchange extends Omit<RoutedRequest, "body"> {
  readonly emulation: DifferingEmulation;
  /** The records that it works on. */
  readonly store: AccountStore;
  /** The body; undefined if there is none, or if it isn't an object. */
  readonly body: Fields | undefined;
}

export interface DifferingEmulation extends Performing {
  /** The time at which requests arrive. */
  readonly baseClock: Clock;
  readonly inProgress: AbortSignal;
  readonly differences: {
    /** Returns how many POSTs it has counted. */
    countPost(): number;
    /** Returns the records at a time, if lists are late. */
    recordsAt(time: number): Snapshot;
  };
}

/** The differences from each guess of a chapter, by their names. */
export type Implementations<Chapter extends Guesses> = {
  readonly [Name in keyof Chapter]: { readonly [Other in keyof Chapter[Name]["otherwise"]]: Difference };
};

/** Performs a request as the emulator does anyway. */
export const unchanged: Difference = (exchange, next) => next(exchange);

/** Applies both: the outer one sees a request first, and its response last. */
export function combined(outer: Difference, inner: Difference): Difference {
  return (exchange, next) => outer(exchange, (changed) => inner(changed, next));
}

/** The requests that a difference concerns: those of some operations, or those for which this holds. */
export type Concerned = readonly OperationName[] | ((exchange: Exchange) => boolean);

const isConcerned = (concerned: Concerned, exchange: Exchange): boolean =>
  typeof concerned === "function" ? concerned(exchange) : concerned.includes(exchange.route.name);

/** Changes requests, or rejects them by throwing. */
export function onRequests(concerned: Concerned, change: (exchange: Exchange) => Exchange): Difference {
  return (exchange, next) => next(isConcerned(concerned, exchange) ? change(exchange) : exchange);
}

/** Changes the bodies of some operations, or rejects them by throwing. */
export function onBodies(
  names: readonly OperationName[],
  change: (body: Fields, exchange: Exchange) => Fields,
): Difference {
  return onRequests(names, (exchange) => {
    const { body } = exchange;
    return body === undefined ? exchange : { ...exchange, body: change(body, exchange) };
  });
}

/** Offers no such operations. */
export function missing(concerned: Concerned, status: 404 | 405): Difference {
  return onRequests(concerned, ({ route: { operation } }) => {
    throw new HttpError(status, `${operation.method} ${operation.path} does not exist`);
  });
}

/** The last names of paths; "all" are those of the records of a hub. */
export type Resources = readonly string[] | "all";

/** Changes the response body of operations on these resources. */
export function onResponses(
  resources: Resources,
  change: (response: Fields, exchange: Exchange) => unknown,
): Difference {
  return (exchange, next) => {
    const response = next(exchange) as Fields;
    const { resource } = exchange.route;
    const isAboutThem = resources === "all" ? resource !== "hubs" : resources.includes(resource);
    return isAboutThem ? change(response, exchange) : response;
  };
}

/** Changes each record of these resources, in lists too. */
export function onRecords(resources: Resources, change: (record: Fields, exchange: Exchange) => Fields): Difference {
  return onResponses(resources, (response, exchange) => {
    if (!isList(exchange)) return change(response, exchange);
    return { ...response, data: recordsIn(response).map((record) => change(record, exchange)) };
  });
}

/** Changes the records of each page of a list. */
export function onLists(
  resources: Resources,
  change: (records: readonly Fields[], exchange: Exchange) => readonly Fields[],
): Difference {
  return onResponses(resources, (response, exchange) =>
    isList(exchange) ? { ...response, data: change(recordsIn(response), exchange) } : response,
  );
}

const recordsIn = (page: Fields): readonly Fields[] => page.data as readonly Fields[];

export function onRejections(change: (error: HttpError) => HttpError): Difference {
  return (exchange, next) => {
    try {
      return next(exchange);
    } catch (error) {
      throw error instanceof HttpError ? change(error) : error;
    }
  };
}

/** A body that the emulator's rules accept, and the fields that the record gets in spite of them. */
interface Replacement {
  readonly sent: Fields;
  readonly stored: Fields;
}

/** Accepts values that the emulator's rules reject: performs the request without them, and stores them afterwards. */
export function accepting(
  names: readonly OperationName[] | "any",
  replace: (sent: Fields, exchange: Exchange) => Replacement,
): Difference {
  return (exchange, next) => {
    const { route, body, store } = exchange;
    const isAccepting = names === "any" ? !isList(exchange) : names.includes(route.name);
    if (!isAccepting || body === undefined) return next(exchange);
    const { sent, stored } = replace(body, exchange);
    const record = next({ ...exchange, body: sent }) as Fields;
    if (Object.keys(stored).length === 0) return record;
    // The path has the name of the table.
    const table = store.table(route.resource as TableName);
    const row = table.find(Number(record.id));
    if (row) store.transaction(() => table.put({ ...row, ...stored } as never));
    return { ...record, ...stored };
  };
}

export const isList = ({ route }: Pick<Exchange, "route">): boolean => route.verb === "list";

export const mapFields = (fields: Fields, change: (value: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));

export const keepFields = (fields: Fields, isKept: (value: unknown, name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => isKept(value, name)));

export const without = (fields: Fields, ...names: readonly string[]): Fields =>
  keepFields(fields, (_, name) => !names.includes(name));
