import { z } from "zod";
import * as field from "../api/field.ts";
import type { Output, Property } from "./property.ts";

/*
 * Derives the shapes of a kind's requests and responses from its properties:
 *
 *     a property               POST        PUT         response    list
 *     without any of these     optional    optional    yes         yes
 *     required                 yes         optional    yes         yes
 *     putOnly                  no          optional    yes         yes
 *     requestOnly, writeOnly   as above    as above    no          no
 *     inList: false            as above    as above    yes         optional
 *
 * The compiler can't see the keys of an object that is made at run time, so beside each function below is a type that says the same:
 * `createSchema` and `CreateShape`, and so on. test/model/kinds/wire-shapes.test.ts compares both with shapes that are written by hand.
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

type AnyKind = WireShape<z.ZodType, Properties, Outputs, Flags | undefined>;

/** Returns the shapes of a kind on the wire. Their names are those of its schemas in the schema of a preset. */
export function wireShapes<
  Id extends z.ZodType,
  const All extends Properties,
  const Outs extends Outputs,
  const Flagged extends Flags | undefined,
>(name: string, kind: WireShape<Id, All, Outs, Flagged>) {
  const all = Object.values(kind.properties);
  const record = recordSchema(kind).meta({ id: name });
  const shapes = {
    create: createSchema(all).meta({ id: `${name}Create` }),
    update: updateSchema(all).meta({ id: `${name}Update` }),
    record,
    listRecord: listRecordSchema(record, all, `${name}ListItem`),
  };
  return shapes as unknown as {
    create: z.ZodObject<Flat<CreateShape<All>>>;
    update: z.ZodObject<Flat<UpdateShape<All>>>;
    record: z.ZodObject<Flat<ResponseShape<All> & OutputShape<Outs> & Common<Id, Flagged>>>;
    listRecord: z.ZodObject<Flat<ListShape<All> & OutputShape<Outs> & Common<Id, Flagged>>>;
  };
}

/*
 * The conditions of the table, each twice: on a property, and on its type.
 */

const isRequired = ({ required }: Property) => required === true;
type MustBeDeclared = { readonly required: true };

const isPutOnly = ({ putOnly }: Property) => putOnly === true;
type PutOnly = { readonly putOnly: true };

const isNotInResponses = ({ requestOnly, writeOnly }: Property) => requestOnly === true || writeOnly === true;
type NotInResponses = { readonly requestOnly: true } | { readonly writeOnly: true };

const isNotInLists = ({ inList }: Property) => inList === false;
type NotInLists = { readonly inList: false };

/*
 * Requests
 */

function createSchema(all: readonly Property[]) {
  const inPosts = all.filter((property) => !isPutOnly(property));
  const shape = byKey(inPosts, (property) => {
    const { request } = property.type;
    return isRequired(property) ? request : request.optional();
  });
  return z.object(shape, { error: "must be an object" });
}

type CreateShape<All extends Properties> = {
  [Name in keyof All as All[Name] extends PutOnly ? never : All[Name]["key"]]: All[Name] extends MustBeDeclared
    ? All[Name]["type"]["request"]
    : z.ZodOptional<All[Name]["type"]["request"]>;
};

const updateSchema = (all: readonly Property[]) => z.object(byKey(all, ({ type }) => type.request.optional()));

type UpdateShape<All extends Properties> = {
  [Name in keyof All as All[Name]["key"]]: z.ZodOptional<All[Name]["type"]["request"]>;
};

/*
 * Responses
 */

/** A response has properties, outputs, and what every record has. */
const recordSchema = ({ id, properties, outputs, flags }: AnyKind) =>
  z.object({
    ...byKey(inResponses(Object.values(properties)), ({ type }) => type.response),
    id,
    ...outputSchemas(outputs),
    created_at: field.timestamp,
    updated_at: field.timestamp,
    ...(flags && { flags: z.object(flags) }),
  });

const inResponses = (all: readonly Property[]) => all.filter((property) => !isNotInResponses(property));

type ResponseShape<All extends Properties> = {
  [Name in keyof All as ResponseKey<All[Name]>]: All[Name]["type"]["response"];
};

type ResponseKey<One extends Property> = One extends NotInResponses ? never : One["key"];

/** An output without a key is part of something else in the response. */
const outputSchemas = (outputs: Outputs) =>
  Object.fromEntries(Object.values(outputs).flatMap(({ key, schema }) => (key === undefined ? [] : [[key, schema]])));

type OutputShape<Outs extends Outputs> = {
  [Name in keyof Outs as Outs[Name]["key"] extends string ? Outs[Name]["key"] : never]: Outs[Name]["schema"];
};

/** What every record has. */
type Common<Id extends z.ZodType, Flagged extends Flags | undefined> = {
  id: Id;
  created_at: typeof field.timestamp;
  updated_at: typeof field.timestamp;
} & (Flagged extends Flags ? { flags: z.ZodObject<Flat<Flagged>> } : unknown);

/** A list that lacks no property has the records themselves. */
function listRecordSchema(record: z.ZodObject, all: readonly Property[], name: string): z.ZodObject {
  const notInLists = inResponses(all).filter(isNotInLists);
  if (notInLists.length === 0) return record;
  return record.extend(byKey(notInLists, ({ type }) => type.response.optional())).meta({ id: name });
}

type ListShape<All extends Properties> = {
  [Name in keyof All as ResponseKey<All[Name]>]: All[Name] extends NotInLists
    ? z.ZodOptional<All[Name]["type"]["response"]>
    : All[Name]["type"]["response"];
};

/*
 * Both
 */

const byKey = (properties: readonly Property[], schemaOf: (property: Property) => z.ZodType) =>
  Object.fromEntries(properties.map((property) => [property.key, schemaOf(property)]));

/** Joins the keys of several types into one object type, as `z.ZodObject` takes it. Every value is a schema: `never` only tells the compiler. */
type Flat<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] extends z.ZodType ? Shape[Key] : never };
