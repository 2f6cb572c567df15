import type { Account } from "../client/account.ts";
import type { HubAddress } from "../client/hubs.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Property, Wire } from "../resources/define.ts";
import { haveSameSkeleton, liveValue, sameMeaning } from "./property.ts";
import { collectionOf } from "./read.ts";

/** The properties whose values no two live records of a hub share. */
export const identityOf = ({ identity = [], properties }: Definition): Property[] =>
  identity.flatMap((name) => properties[name] ?? []);

/** Where records of a kind are looked for. */
export interface Place {
  readonly account: Account;
  readonly definition: Definition;
  readonly hub: HubAddress;
}

interface Search extends Place {
  /** What is looked for: the wire values of at least these properties. */
  readonly body: Wire;
  /** As a list shows them. It may be lean: what could match is read in full. */
  readonly records: readonly ApiRecord[];
  /** What the caller reads of a match beside the properties. */
  readonly fields?: readonly string[];
}

/** The records that have the same values of these properties, as the server may spell them. */
export async function findEqual(search: Search, properties: readonly Property[]): Promise<ApiRecord[]> {
  const { account, definition, hub, body, records, fields = [] } = search;
  const live = (property: Property, record: ApiRecord) => liveValue(property, record, body[property.wire]);
  const isFull = (record: ApiRecord) =>
    fields.every((field) => record[field] !== undefined) &&
    properties.every((property) => live(property, record) !== undefined);
  const mayMatch = (record: ApiRecord) =>
    properties.every((property) => {
      const value = live(property, record);
      return value === undefined || isSame(property, value, body[property.wire]);
    });

  const candidates = records.filter(mayMatch);
  const full = await Promise.all(
    candidates.map((record) =>
      isFull(record) ? record : account.records.find(collectionOf(definition, hub), String(record.id), isFull),
    ),
  );
  return full.filter((record) => record !== undefined).filter(mayMatch);
}

const isSame = (property: Property, live: unknown, wire: unknown) =>
  sameMeaning(property, live, wire) || haveSameSkeleton(property, live, wire);
