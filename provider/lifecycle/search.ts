import { type Collection, isDeleted } from "../client/collection.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Property, Values } from "../resources/define.ts";
import { haveSameSkeleton, liveValue, sameMeaning } from "./observe.ts";

/** One kind of record in one hub. */
export interface Place {
  readonly definition: Definition;
  readonly collection: Collection;
}

/** What a program wants to exist. */
export interface Wanted {
  readonly news: Values;
  /** Whether a record of this kind is in the state. */
  readonly isInState: (recordId: string) => boolean;
}

interface Search {
  /** Names of the properties that must match. */
  readonly names: readonly string[];
  /** As a list shows them. It may be lean: what could match is read in full. */
  readonly records: readonly ApiRecord[];
  /** What the caller reads of a match beside the properties. */
  readonly fields?: readonly string[];
}

/** The records whose properties have the values of a program, as the server may spell them. */
export async function findAlike(
  { definition, collection }: Place,
  news: Values,
  { names, records, fields = [] }: Search,
): Promise<ApiRecord[]> {
  const wanted = names.flatMap((name): [Property, unknown][] => {
    const property = definition.properties[name];
    return property === undefined || property.writeOnly ? [] : [[property, property.type.toWire(news[name])]];
  });
  const isFull = (record: ApiRecord) =>
    fields.every((field) => record[field] !== undefined) &&
    wanted.every(([property, wire]) => liveValue(property, record, wire) !== undefined);
  const mayMatch = (record: ApiRecord) =>
    wanted.every(([property, wire]) => {
      const live = liveValue(property, record, wire);
      return live === undefined || sameMeaning(property, live, wire) || haveSameSkeleton(property, live, wire);
    });

  const candidates = await Promise.all(
    records.filter(mayMatch).map((record) => (isFull(record) ? record : collection.find(String(record.id), isFull))),
  );
  return candidates.filter((record) => record !== undefined).filter(mayMatch);
}

/** Whether a program declares what no two live records of a hub share. */
export function declaresIdentity({ identity = [] }: Definition, news: Values): boolean {
  return identity.length > 0 && identity.every((name) => news[name] !== undefined && news[name] !== null);
}

/** The live record with the same identity, if there is one. */
export async function findLiveTwin({ definition, collection }: Place, news: Values): Promise<ApiRecord | undefined> {
  const { identity: names = [] } = definition;
  const alike = await findAlike({ definition, collection }, news, { names, records: await collection.live() });
  // A list with basic info may not say that a record is deleted.
  return alike.find((record) => !isDeleted(record));
}
