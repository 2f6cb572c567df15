import { type Collection, isDeleted } from "../client/collection.ts";
import { isWithoutList } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Property, Values } from "../resources/define.ts";
import { haveSameSkeleton, liveValue, mayBeShortened, sameMeaning } from "./observe.ts";

/** One kind of record in one hub. */
export interface Scope {
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
  { definition, collection }: Scope,
  news: Values,
  { names, records, fields = [] }: Search,
): Promise<ApiRecord[]> {
  const wanted = names.flatMap((name): Wanting[] => {
    const property = definition.properties[name];
    if (property === undefined || property.writeOnly) return [];
    return [
      { property, wire: property.type.toWire(news[name]), isIdentity: definition.identity?.includes(name) === true },
    ];
  });
  const isFull = (record: ApiRecord) =>
    fields.every((field) => record[field] !== undefined) &&
    wanted.every(({ property, wire }) => liveValue(property, record, wire) !== undefined);
  const matches = (record: ApiRecord) => wanted.every((each) => isAs(each, record));
  // A list is a hint: it may lack fields, or shorten them. What could match is read in full and judged by that.
  const mayMatch = (record: ApiRecord) => wanted.every((each) => mayBeAs(each, record));
  const candidates = await Promise.all(
    records.filter(mayMatch).map((record) => collection.find(String(record.id), isFull, matches)),
  );
  return candidates.filter((record) => record !== undefined).filter(matches);
}

interface Wanting {
  readonly property: Property;
  readonly wire: unknown;
  /** No two live records share its value, so a record that does not show it is not the one. */
  readonly isIdentity: boolean;
}

function isAs({ property, wire, isIdentity }: Wanting, record: ApiRecord): boolean {
  const answered = liveValue(property, record, wire);
  // Inferred: a response may leave out what is null.
  const live = answered === undefined && property.type.schema.safeParse(null).success ? null : answered;
  if (live === undefined) return !isIdentity;
  return sameMeaning(property, live, wire) || haveSameSkeleton(property, live, wire);
}

function mayBeAs(wanting: Wanting, record: ApiRecord): boolean {
  const live = liveValue(wanting.property, record, wanting.wire);
  return live === undefined || isAs(wanting, record) || mayBeShortened(wanting.property, live, wanting.wire);
}

/** Whether a program declares what no two live records of a hub share. */
export function declaresIdentity({ identity = [] }: Definition, news: Values): boolean {
  return identity.length > 0 && identity.every((name) => news[name] !== undefined && news[name] !== null);
}

/** The live record with the same identity, if there is one. */
export async function findLiveTwin({ definition, collection }: Scope, news: Values): Promise<ApiRecord | undefined> {
  const { identity: names = [] } = definition;
  const alike = await findAlike({ definition, collection }, news, { names, records: await collection.live() });
  // A list with basic info may not say that a record is deleted.
  return alike.find((record) => !isDeleted(record));
}

/** The live records; none where the API offers no list of them. */
export async function liveOrNone({ collection }: Scope): Promise<ApiRecord[]> {
  try {
    return await collection.live();
  } catch (error) {
    if (isWithoutList(error)) return [];
    throw error;
  }
}
