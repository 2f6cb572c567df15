import { isNotFound, isNotOffered, isRefused, type RefusedError, StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Property, Values, Wire } from "../resources/define.ts";
import { findEqual, type Place } from "./match.ts";
import { collectionOf, isDeleted } from "./read.ts";

/** Clocks of the server and of this machine may differ by this many milliseconds. */
const clockSkew = 5 * 60_000;

/** The records that a POST whose answer was lost may have made: equal in all that it sent, and created since. */
export async function findMade({ body, since, ...place }: Place & { body: Wire; since: number }): Promise<ApiRecord[]> {
  const { account, definition, hub } = place;
  const sent = Object.values(definition.properties).filter(({ wire, writeOnly }) => wire in body && !writeOnly);
  const records = (await account.records.list(collectionOf(definition, hub))).filter((record) => !isDeleted(record));
  const created = (record: ApiRecord) => Date.parse(String(record.created_at)) >= since - clockSkew;
  return (await findEqual({ ...place, body, records, fields: ["created_at"] }, sent)).filter(created);
}

/**
 * A create was refused. If a record with the same identity is there, it is the reason: a deleted one that the API can
 * restore is returned.
 *
 * @throws the refusal itself, or for a live twin the error that says how to adopt it
 */
export async function findDeletedTwin(
  { news, isInState, ...place }: Place & { news: Values; isInState: (recordId: string) => boolean },
  refusal: RefusedError,
): Promise<ApiRecord> {
  const { definition } = place;
  const { identity = [] } = definition;
  const isDeclared = identity.length > 0 && identity.every((name) => news[name] !== undefined && news[name] !== null);
  if (!isDeclared) throw refusal;

  const records = await listForTwins(place, refusal);
  const live = await findLike({ place, news, names: identity, records: records.filter((one) => !isDeleted(one)) });
  if (live[0] !== undefined) {
    const advice = isInState(String(live[0].id)) ? replacementAdvice : adoptionAdvice;
    throw advice(definition, live[0], refusal);
  }

  // What cannot be changed must be as declared: restoring another record would not help.
  const fixed = Object.keys(definition.properties).filter(
    (name) => definition.properties[name]?.replaces && news[name] !== undefined,
  );
  const deleted = await findLike({ place, news, names: [...identity, ...fixed], records: records.filter(isDeleted) });
  const latest = deleted.sort((one, other) => Number(other.id) - Number(one.id))[0];
  if (latest === undefined) throw refusal;
  return latest;
}

interface Likeness {
  readonly place: Place;
  readonly news: Values;
  readonly names: readonly string[];
  readonly records: readonly ApiRecord[];
}

function findLike({ place, news, names, records }: Likeness): Promise<ApiRecord[]> {
  const body: Record<string, unknown> = {};
  const properties: Property[] = [];
  for (const name of names) {
    const property = place.definition.properties[name];
    if (property === undefined) continue;
    properties.push(property);
    body[property.wire] = property.type.toWire(news[name]);
  }
  return findEqual({ ...place, body, records }, properties);
}

/** Live records, and the deleted ones where they can be restored. Without a list the refusal has to speak for itself. */
async function listForTwins({ account, definition, hub }: Place, refusal: RefusedError): Promise<ApiRecord[]> {
  const collection = collectionOf(definition, hub);
  try {
    if (definition.operations.restore !== undefined) {
      // Inferred: the filter exists. Should it be ignored, no deleted record is found.
      return await account.records.list(collection, { deleted: "all" });
    }
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  try {
    return await account.records.list(collection);
  } catch (error) {
    if (isNotFound(error) || isNotOffered(error)) throw refusal;
    throw error;
  }
}

/** The record that stands in the way is one of this program: it is being replaced, or declared twice. */
const replacementAdvice = ({ kind, identity = [] }: Definition, twin: ApiRecord, refusal: RefusedError) =>
  new StatusHubError(
    `${kind} ${twin.id} of the hub has the same ${identity.join(" and ")} already, and is in the state (the API said ` +
      `${refusal.status}: ${JSON.stringify(refusal.words)}). To replace it, give the resource the option deleteBeforeReplace: true; else ` +
      "declare another value",
    { cause: refusal },
  );

/** A live record stands in the way: how to go on. */
export function adoptionAdvice(
  { kind, identity = [] }: Definition,
  twin: ApiRecord,
  refusal: RefusedError,
): StatusHubError {
  return new StatusHubError(
    `${kind} ${twin.id} of the hub has the same ${identity.join(" and ")} already (the API said ${refusal.status}: ` +
      `${JSON.stringify(refusal.words)}). To take it into this program, import it with the id ${twin.id}; else declare ` +
      "another value, or delete that record",
    { cause: refusal },
  );
}
