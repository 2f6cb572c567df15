import type { z } from "zod";
import { versionQuery } from "./field.ts";

/**
 * How sure an operation is: `documented` in the API's description or the vendor's public reference, `observed` in a
 * client that talks to the real service, `inferred` by us. An inferred one may turn out not to exist.
 */
export type Evidence = "documented" | "observed" | "inferred";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One operation of the API: where it is, what it takes and what it returns. */
export interface Operation<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject | undefined = z.ZodObject | undefined,
  Response extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly method: Method;
  /** Relative to the base URL, with parameters in braces: `/hubs/{subdomain}/services/{service_id}`. */
  readonly path: string;
  readonly evidence: Evidence;
  /** Query parameters; every value arrives as text. */
  readonly query: Query;
  /** Query parameters that are inferred, on an operation of any evidence: the service may ignore or refuse them. */
  readonly inferredQuery: readonly string[];
  /** Request body, where the operation takes one. */
  readonly body: Body;
  /** Body of the response with status 200; undefined where its shape is not known (the emulator returns 501). */
  readonly response: Response;
}

/** The operations on one kind of record, and what its ids look like. */
export interface RecordOperations {
  /** The ids that the API documents for this kind: a response with any other holds no record. */
  readonly recordId: z.ZodType;
  readonly list: Operation;
  readonly get: Operation;
  readonly update: Operation;
  /** Absent where a record can only be adopted. */
  readonly create?: Operation;
  /** Absent where a record can only be left as it is. */
  readonly delete?: Operation;
  /** Documented only for subscriptions: restores a deleted record, perhaps under a new ID. */
  readonly restore?: Operation;
}

/** Names of the parameters in an operation's path, in order; the last one is the record's id. */
export const pathParameters = ({ path }: Pick<Operation, "path">): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

interface Shapes<Query, Body, Response> {
  query?: Query;
  inferredQuery?: readonly string[];
  body?: Body;
  response?: Response;
}

/** An operation. By default it takes only the version of the API. */
export const operation = <
  Query extends z.ZodObject = typeof versionQuery,
  Body extends z.ZodObject | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(
  evidence: Evidence,
  method: Method,
  path: string,
  shapes: Shapes<Query, Body, Response>,
): Operation<Query, Body, Response> =>
  // The type parameters default to just what is filled in here, which the compiler cannot see.
  ({
    method,
    path,
    evidence,
    query: versionQuery,
    inferredQuery: [],
    body: undefined,
    response: undefined,
    ...shapes,
  }) as unknown as Operation<Query, Body, Response>;
