import { z } from "zod";
import * as field from "../api/field.ts";
import { type Evidence, type Method, operation } from "../api/operation.ts";
import type { Output, Property } from "./property.ts";

/*
 * Derives the shapes of a kind's requests and responses from its properties. The types say the same to the compiler, which can't
 * see the keys of an object that is made at run time: `CreateShape` is the type of `create`, and so on.
 */

type Properties = Readonly<Record<string, Property>>;
type Outputs = Readonly<Record<string, Output>>;
type Flags = Readonly<Record<string, z.ZodType>>;

/** The parts of a kind that determine its shapes on the wire. */
export interface WireShape<
  Id extends z.ZodType,
  All extends Properties,
  Outs extends Outputs,
  Flagged extends Flags | undefined,
> {
  /** The IDs that the API documents. */
  readonly id: Id;
  readonly properties: All;
  readonly outputs: Outs;
  /** Documented: flags of a record, such as `deleted`. A hub has none. */
  readonly flags: Flagged;
}

/** Returns the shapes of a kind on the wire. Their names are those of its schemas in the schema of a preset. */
export function wireShapes<
  Id extends z.ZodType,
  const All extends Properties,
  const Outs extends Outputs,
  const Flagged extends Flags | undefined,
>(name: string, { id, properties, outputs, flags }: WireShape<Id, All, Outs, Flagged>) {
  const all = Object.values(properties);
  const inPosts = all.filter(({ putOnly }) => !putOnly);
  const inResponses = all.filter(({ requestOnly, writeOnly }) => !requestOnly && !writeOnly);
  const notInLists = inResponses.filter(({ inList }) => inList === false);

  const create = z
    .object(
      byKey(inPosts, ({ type, required }) => (required ? type.request : type.request.optional())),
      { error: "must be an object" },
    )
    .meta({ id: `${name}Create` });
  const update = z.object(byKey(all, ({ type }) => type.request.optional())).meta({ id: `${name}Update` });

  const record = z
    .object({
      ...byKey(inResponses, ({ type }) => type.response),
      id,
      ...outputSchemas(outputs),
      created_at: field.timestamp,
      updated_at: field.timestamp,
      ...(flags && { flags: z.object(flags) }),
    })
    .meta({ id: name });
  const shortened = record.extend(byKey(notInLists, ({ type }) => type.response.optional()));
  const listRecord = notInLists.length === 0 ? record : shortened.meta({ id: `${name}ListItem` });

  return { record, listRecord, create, update } as unknown as {
    record: z.ZodObject<Flat<ResponseShape<All> & OutputShape<Outs> & Common<Id, Flagged>>>;
    listRecord: z.ZodObject<Flat<ResponseShape<All, NotInLists> & OutputShape<Outs> & Common<Id, Flagged>>>;
    create: z.ZodObject<Flat<CreateShape<All>>>;
    update: z.ZodObject<Flat<UpdateShape<All>>>;
  };
}

const byKey = (properties: readonly Property[], schemaOf: (property: Property) => z.ZodType) =>
  Object.fromEntries(properties.map((property) => [property.key, schemaOf(property)]));

/** An output without a key is part of something else in the response. */
const outputSchemas = (outputs: Outputs) =>
  Object.fromEntries(Object.values(outputs).flatMap(({ key, schema }) => (key ? [[key, schema]] : [])));

/** Joins the keys of several types into one object type that `z.ZodObject` takes. */
type Flat<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] extends z.ZodType ? Shape[Key] : never };

/** A POST has the properties that aren't only for a PUT, and requires those that a program has to declare. */
type CreateShape<All extends Properties> = {
  [Name in keyof All as All[Name] extends { readonly putOnly: true } ? never : All[Name]["key"]]: All[Name] extends {
    readonly required: true;
  }
    ? All[Name]["type"]["request"]
    : z.ZodOptional<All[Name]["type"]["request"]>;
};

/** A PUT has all properties, and requires none. */
type UpdateShape<All extends Properties> = {
  [Name in keyof All as All[Name]["key"]]: z.ZodOptional<All[Name]["type"]["request"]>;
};

type NotInResponses = { readonly requestOnly: true } | { readonly writeOnly: true };
type NotInLists = { readonly inList: false };

/** A response has the properties that it returns. Those that `MayLack` describes may be missing. */
type ResponseShape<All extends Properties, MayLack = never> = {
  [Name in keyof All as All[Name] extends NotInResponses ? never : All[Name]["key"]]: All[Name] extends MayLack
    ? z.ZodOptional<All[Name]["type"]["response"]>
    : All[Name]["type"]["response"];
};

type OutputShape<Outs extends Outputs> = {
  [Name in keyof Outs as Outs[Name]["key"] extends string ? Outs[Name]["key"] : never]: Outs[Name]["schema"];
};

/** Every response has these. */
type Common<Id extends z.ZodType, Flagged extends Flags | undefined> = {
  id: Id;
  created_at: typeof field.timestamp;
  updated_at: typeof field.timestamp;
} & (Flagged extends Flags ? { flags: z.ZodObject<Flat<Flagged>> } : unknown);

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
