import type { z } from "zod";
import { versionQuery } from "./field.ts";

/**
 * How certain an operation is: `documented` in the API's description or the vendor's public reference, or `inferred` by
 * us. An inferred operation may not exist.
 */
export type Evidence = "documented" | "inferred";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One operation of the API: its path, its input and its response. */
export interface Operation<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject | undefined = z.ZodObject | undefined,
  Response extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly method: Method;
  /** Relative to the base URL, with parameters in braces: `/hubs/{subdomain}/services/{service_id}`. */
  readonly path: string;
  readonly evidence: Evidence;
  /** Query parameters. Every value arrives as text. */
  readonly query: Query;
  /** Query parameters that are inferred, on an operation with any evidence: StatusHub may ignore or reject them. */
  readonly inferredQuery: readonly string[];
  readonly body: Body;
  /** Response body with status 200; undefined if its shape isn't known (the emulator returns 501). */
  readonly response: Response;
}

/** The operations on one kind of record, and the format of its IDs. */
export interface RecordOperations {
  /** The IDs that the API documents for this kind. A response with any other ID isn't a record. */
  readonly recordId: z.ZodType;
  readonly list: Operation;
  readonly get: Operation;
  readonly update: Operation;
  /** Missing if records can only be adopted. */
  readonly create?: Operation;
  /** Missing if records can't be deleted. */
  readonly delete?: Operation;
  /** Documented only for subscriptions: restores a deleted record, perhaps with a new ID. */
  readonly restore?: Operation;
}

/** Returns the parameters of an operation's path, in order. */
export const pathParameters = ({ path }: Pick<Operation, "path">): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Defines an operation. By default it only takes the API version. */
export const operation = <
  Query extends z.ZodObject = typeof versionQuery,
  Body extends z.ZodObject | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(
  evidence: Evidence,
  method: Method,
  path: string,
  shapes: Partial<Pick<Operation<Query, Body, Response>, "query" | "inferredQuery" | "body" | "response">>,
): Operation<Query, Body, Response> =>
  // The compiler can't see that the type parameters default to the values filled in here.
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
