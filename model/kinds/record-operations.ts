import type { z } from "zod";
import * as field from "../api/field.ts";
import { type Evidence, type Method, operation } from "../api/operation.ts";

type Shapes = Readonly<Record<"record" | "listRecord" | "create" | "update", z.ZodObject>>;

type Verb = "create" | "list" | "get" | "update" | "delete";

interface Endpoint<Query extends z.ZodObject, ListQuery extends z.ZodObject> {
  /** Path of one record: `/hubs/{subdomain}/services/{service_id}`. */
  readonly path: string;
  /** Query of all operations except the list. */
  readonly query: Query;
  readonly listQuery: ListQuery;
  /** Query parameters of the list that are inferred. */
  readonly inferredQuery?: readonly string[];
  /** The operations that aren't documented. */
  readonly inferred?: readonly Verb[];
}

/** Returns the operations on the records of a kind, which all kinds have alike. */
export function recordOperations<
  All extends Shapes,
  Query extends z.ZodObject = typeof field.versionQuery,
  ListQuery extends z.ZodObject = z.ZodObject,
>({ record, listRecord, create, update }: All, endpoint: Endpoint<Query, ListQuery>) {
  const { path, query, listQuery, inferredQuery, inferred = [] } = endpoint;
  const collection = path.slice(0, path.lastIndexOf("/"));
  const evidence = (verb: Verb): Evidence => (inferred.includes(verb) ? "inferred" : "documented");
  const onOne = <Body extends z.ZodObject | undefined>(verb: Verb, method: Method, at: string, body: Body) =>
    operation(evidence(verb), method, at, { query, body, response: record as All["record"] });
  return {
    create: onOne("create", "POST", collection, create as All["create"]),
    list: operation(evidence("list"), "GET", collection, {
      query: listQuery,
      ...(inferredQuery && { inferredQuery }),
      response: field.pageOf(listRecord as All["listRecord"]),
    }),
    get: onOne("get", "GET", path, undefined),
    update: onOne("update", "PUT", path, update as All["update"]),
    delete: onOne("delete", "DELETE", path, undefined),
  };
}
