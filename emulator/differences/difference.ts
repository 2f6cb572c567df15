import type { Guesses } from "../../model/guesses/guess.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import type { Clock } from "../clock.ts";
import type { Performing, RoutedRequest } from "../http/request.ts";
import { HttpError } from "../http-error.ts";
import type { AccountStore, Snapshot, TableName } from "../tables/index.ts";

export type Fields = Readonly<Record<string, unknown>>;

export interface DifferingEmulation extends Performing {
  /** The time at which requests arrive. */
  readonly baseClock: Clock;
  readonly inProgress: AbortSignal;
  readonly differences: {
    /** Whether this is the first of two, then not. */
    countEveryOther(): boolean;
    /** Returns the records at a time, if lists are late. */
    storeAt(time: number): Snapshot;
  };
}

export interface Exchange extends Omit<RoutedRequest, "body"> {
  readonly emulation: DifferingEmulation;
  /** The records that it works on. */
  readonly store: AccountStore;
  /** The body; undefined if there is none, or if it isn't an object. */
  readonly body: Fields | undefined;
}

/** Performs a request and returns its response body, or throws an HttpError. */
export type Next = (exchange: Exchange) => unknown;

/** One way in which the real service may differ: performs a request as that service would. */
export type Difference = (exchange: Exchange, next: Next) => unknown;

export type Implementations<Chapter extends Guesses> = {
  readonly [Name in keyof Chapter]: { readonly [Other in keyof Chapter[Name]["otherwise"]]: Difference };
};

type Edit<Value> = (value: Value, exchange: Exchange) => Value;

/** Changes requests of these operations, or rejects them by throwing. */
export const onRequests =
  (names: readonly OperationName[] | ((exchange: Exchange) => boolean), edit: Edit<Exchange>): Difference =>
  (exchange, next) => {
    const isConcerned = typeof names === "function" ? names(exchange) : names.includes(exchange.route.name);
    return next(isConcerned ? edit(exchange, exchange) : exchange);
  };

export const onBodies = (names: readonly OperationName[], edit: Edit<Fields>): Difference =>
  onRequests(names, (exchange) => ({ ...exchange, body: exchange.body && edit(exchange.body, exchange) }));

/** The last names of paths whose records are described. */
export type Resources = readonly string[] | "all";

const concerns = (resources: Resources, { route }: Exchange): boolean =>
  resources === "all" ? route.resource !== "hubs" : resources.includes(route.resource);

/** Changes the response body, if the operation is about these resources; "all" are those of a hub. */
export const onResponses =
  (resources: Resources, change: (response: Fields, exchange: Exchange) => unknown): Difference =>
  (exchange, next) => {
    const result = next(exchange) as Fields;
    return concerns(resources, exchange) ? change(result, exchange) : result;
  };

export const onRecords = (resources: Resources, edit: Edit<Fields>): Difference =>
  onResponses(resources, (result, exchange) =>
    isList(exchange)
      ? { ...result, data: (result.data as Fields[]).map((record) => edit(record, exchange)) }
      : edit(result, exchange),
  );

export const onLists = (resources: Resources, edit: Edit<readonly Fields[]>): Difference =>
  onResponses(resources, (result, exchange) =>
    isList(exchange) ? { ...result, data: edit(result.data as Fields[], exchange) } : result,
  );

export const onRejections =
  (change: (error: HttpError, exchange: Exchange) => HttpError): Difference =>
  (exchange, next) => {
    try {
      return next(exchange);
    } catch (error) {
      throw error instanceof HttpError ? change(error, exchange) : error;
    }
  };

export const missing = (names: Parameters<typeof onRequests>[0], status: 404 | 405): Difference =>
  onRequests(names, ({ route: { operation } }) => {
    throw new HttpError(status, `${operation.method} ${operation.path} does not exist`);
  });

/** A body that the emulator's rules accept, and the fields that the record gets in spite of them. */
interface Replacement {
  readonly sent: Fields;
  readonly stored: Fields;
}

/** Accepts values that the emulator's rules reject: performs the request without them, and stores them afterwards. */
export const accepting =
  (names: readonly OperationName[] | "any", replace: (sent: Fields, exchange: Exchange) => Replacement): Difference =>
  (exchange, next) => {
    const { route, body, store } = exchange;
    const isConcerned = names === "any" ? !isList(exchange) : names.includes(route.name);
    if (!isConcerned || body === undefined) return next(exchange);
    const { sent, stored } = replace(body, exchange);
    const result = next({ ...exchange, body: sent }) as Fields;
    if (Object.keys(stored).length === 0) return result;
    // The path has the name of the table.
    const table = store.table(route.resource as TableName);
    const row = table.find(Number(result.id));
    if (row) store.transaction(() => table.put({ ...row, ...stored } as never));
    return { ...result, ...stored };
  };

export const isList = ({ route }: Pick<Exchange, "route">): boolean => route.verb === "list";

export const mapFields = (fields: Fields, change: (value: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));

export const keepFields = (fields: Fields, isKept: (value: unknown, name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => isKept(value, name)));

export const without = (fields: Fields, ...names: readonly string[]): Fields =>
  keepFields(fields, (_, name) => !names.includes(name));
