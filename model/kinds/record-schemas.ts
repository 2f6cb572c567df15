import { z } from "zod";
import * as field from "../api/field.ts";
import { type Evidence, type Method, operation } from "../api/operation.ts";
import type { Output, Property } from "./property.ts";

type Properties = Readonly<Record<string, Property>>;
type Outputs = Readonly<Record<string, Output>>;
type Flags = Readonly<Record<string, z.ZodType>>;

type Flat<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] extends z.ZodType ? Shape[Key] : never };

type CreateShape<All extends Properties> = {
  [Name in keyof All as All[Name] extends { readonly putOnly: true } ? never : All[Name]["key"]]: All[Name] extends {
    readonly required: true;
  }
    ? All[Name]["type"]["request"]
    : z.ZodOptional<All[Name]["type"]["request"]>;
};

type UpdateShape<All extends Properties> = {
  [Name in keyof All as All[Name]["key"]]: z.ZodOptional<All[Name]["type"]["request"]>;
};

type RequestOnly = { readonly requestOnly: true } | { readonly writeOnly: true };

type ResponseShape<All extends Properties, Omitted = never> = {
  [Name in keyof All as All[Name] extends RequestOnly ? never : All[Name]["key"]]: All[Name] extends Omitted
    ? z.ZodOptional<All[Name]["type"]["response"]>
    : All[Name]["type"]["response"];
};

type OutputShape<All extends Outputs> = {
  [Name in keyof All as All[Name]["key"] extends string ? All[Name]["key"] : never]: All[Name]["schema"];
};

type Common<Id extends z.ZodType, F extends Flags | undefined> = {
  id: Id;
  created_at: typeof field.timestamp;
  updated_at: typeof field.timestamp;
} & (F extends Flags ? { flags: z.ZodObject<Flat<F>> } : unknown);

/** The parts of a kind that determine its shapes on the wire. */
export interface WireShape<Id extends z.ZodType, P extends Properties, O extends Outputs, F extends Flags | undefined> {
  /** The IDs that the API documents. */
  readonly id: Id;
  readonly properties: P;
  readonly outputs: O;
  /** Documented: flags of a record, such as `deleted`. A hub has none. */
  readonly flags: F;
}

/** Returns the shapes of a kind on the wire. Their names are those of its schemas in the schema of a preset. */
export function wireShapes<
  Id extends z.ZodType,
  const P extends Properties,
  const O extends Outputs,
  const F extends Flags | undefined,
>(name: string, { id, properties, outputs, flags }: WireShape<Id, P, O, F>) {
  const all = Object.values(properties);
  const returned = all.filter(({ requestOnly, writeOnly }) => !requestOnly && !writeOnly);
  const common = {
    id,
    ...Object.fromEntries(Object.values(outputs).flatMap(({ key, schema }) => (key ? [[key, schema]] : []))),
    created_at: field.timestamp,
    updated_at: field.timestamp,
    ...(flags && { flags: z.object(flags) }),
  };
  const shapeOf = (chosen: readonly Property[], schemaOf: (property: Property) => z.ZodType) =>
    Object.fromEntries(chosen.map((property) => [property.key, schemaOf(property)]));
  const record = z.object({ ...shapeOf(returned, ({ type }) => type.response), ...common }).meta({ id: name });
  const leftOut = returned.filter(({ inList }) => inList === false);
  const listRecord =
    leftOut.length === 0
      ? record
      : record.extend(shapeOf(leftOut, ({ type }) => type.response.optional())).meta({ id: `${name}ListItem` });
  const create = z
    .object(
      shapeOf(
        all.filter(({ putOnly }) => !putOnly),
        ({ type, required }) => (required ? type.request : type.request.optional()),
      ),
      { error: "must be an object" },
    )
    .meta({ id: `${name}Create` });
  const update = z.object(shapeOf(all, ({ type }) => type.request.optional())).meta({ id: `${name}Update` });
  // The keys follow from the properties, which the compiler can't see through Object.fromEntries.
  return { record, listRecord, create, update } as unknown as {
    record: z.ZodObject<Flat<ResponseShape<P> & OutputShape<O> & Common<Id, F>>>;
    listRecord: z.ZodObject<Flat<ResponseShape<P, { readonly inList: false }> & OutputShape<O> & Common<Id, F>>>;
    create: z.ZodObject<Flat<CreateShape<P>>>;
    update: z.ZodObject<Flat<UpdateShape<P>>>;
  };
}

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

export function recordOperations<
  S extends Shapes,
  Query extends z.ZodObject = typeof field.versionQuery,
  ListQuery extends z.ZodObject = z.ZodObject,
>({ record, listRecord, create, update }: S, endpoint: Endpoint<Query, ListQuery>) {
  const { path, query, listQuery, inferredQuery, inferred = [] } = endpoint;
  const collection = path.slice(0, path.lastIndexOf("/"));
  const evidence = (verb: Verb): Evidence => (inferred.includes(verb) ? "inferred" : "documented");
  const one = <Body extends z.ZodObject | undefined>(verb: Verb, method: Method, at: string, body: Body) =>
    operation(evidence(verb), method, at, { query, body, response: record as S["record"] });
  return {
    create: one("create", "POST", collection, create as S["create"]),
    list: operation(evidence("list"), "GET", collection, {
      query: listQuery,
      ...(inferredQuery && { inferredQuery }),
      response: field.pageOf(listRecord as S["listRecord"]),
    }),
    get: one("get", "GET", path, undefined),
    update: one("update", "PUT", path, update as S["update"]),
    delete: one("delete", "DELETE", path, undefined),
  };
}
