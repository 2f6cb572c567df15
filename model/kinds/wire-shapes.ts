import { z } from "zod";
import * as field from "../api/field.ts";
import type { Output, Property } from "./property.ts";

/*
 * Derives the shapes of a kind's requests and responses from its properties. The compiler can't see the keys of an object that is made at
 * run time, so beside each function below is a type that says the same: `createSchema` and `CreateShape`, and so on. Which properties are
 * left out, or may be, both take from the same three pairs at the end.
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
    listRecord: z.ZodObject<Flat<ResponseShape<All, NotInLists> & OutputShape<Outs> & Common<Id, Flagged>>>;
  };
}

/** Joins the keys of several types into one object type, as `z.ZodObject` takes it. Every value is a schema: `never` only tells the compiler. */
type Flat<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] extends z.ZodType ? Shape[Key] : never };

const byKey = (properties: readonly Property[], schemaOf: (property: Property) => z.ZodType) =>
  Object.fromEntries(properties.map((property) => [property.key, schemaOf(property)]));

/** A POST has the properties that aren't only for a PUT, and requires those that a program has to declare. */
function createSchema(all: readonly Property[]) {
  const inPosts = all.filter((property) => !isPutOnly(property));
  const shape = byKey(inPosts, ({ type, required }) => (required ? type.request : type.request.optional()));
  return z.object(shape, { error: "must be an object" });
}

type CreateShape<All extends Properties> = {
  [Name in keyof All as All[Name] extends PutOnly ? never : All[Name]["key"]]: All[Name] extends {
    readonly required: true;
  }
    ? All[Name]["type"]["request"]
    : z.ZodOptional<All[Name]["type"]["request"]>;
};

/** A PUT has all properties, and requires none. */
const updateSchema = (all: readonly Property[]) => z.object(byKey(all, ({ type }) => type.request.optional()));

type UpdateShape<All extends Properties> = {
  [Name in keyof All as All[Name]["key"]]: z.ZodOptional<All[Name]["type"]["request"]>;
};

/** A response has the properties that aren't only for requests, the outputs, and what every record has. */
const recordSchema = ({ id, properties, outputs, flags }: AnyKind) =>
  z.object({
    ...byKey(inResponses(Object.values(properties)), ({ type }) => type.response),
    id,
    ...outputSchemas(outputs),
    created_at: field.timestamp,
    updated_at: field.timestamp,
    ...(flags && { flags: z.object(flags) }),
  });

/** A list may lack some properties of its records. If it lacks none, it has the records themselves. */
function listRecordSchema(record: z.ZodObject, all: readonly Property[], name: string): z.ZodObject {
  const notInLists = inResponses(all).filter(isNotInLists);
  if (notInLists.length === 0) return record;
  return record.extend(byKey(notInLists, ({ type }) => type.response.optional())).meta({ id: name });
}

const inResponses = (all: readonly Property[]) => all.filter((property) => !isNotInResponses(property));

/** The properties of a response. Those that `MayLack` describes may be missing: none, except in a list. */
type ResponseShape<All extends Properties, MayLack = never> = {
  [Name in keyof All as All[Name] extends NotInResponses ? never : All[Name]["key"]]: All[Name] extends MayLack
    ? z.ZodOptional<All[Name]["type"]["response"]>
    : All[Name]["type"]["response"];
};

/** An output without a key is part of something else in the response. */
const outputSchemas = (outputs: Outputs) =>
  Object.fromEntries(Object.values(outputs).flatMap(({ key, schema }) => (key ? [[key, schema]] : [])));

type OutputShape<Outs extends Outputs> = {
  [Name in keyof Outs as Outs[Name]["key"] extends string ? Outs[Name]["key"] : never]: Outs[Name]["schema"];
};

/** What every record has. */
type Common<Id extends z.ZodType, Flagged extends Flags | undefined> = {
  id: Id;
  created_at: typeof field.timestamp;
  updated_at: typeof field.timestamp;
} & (Flagged extends Flags ? { flags: z.ZodObject<Flat<Flagged>> } : unknown);

/*
 * Each condition twice: on a property, and on its type.
 */

const isPutOnly = ({ putOnly }: Property) => putOnly === true;
type PutOnly = { readonly putOnly: true };

const isNotInResponses = ({ requestOnly, writeOnly }: Property) => requestOnly === true || writeOnly === true;
type NotInResponses = { readonly requestOnly: true } | { readonly writeOnly: true };

const isNotInLists = ({ inList }: Property) => inList === false;
type NotInLists = { readonly inList: false };
