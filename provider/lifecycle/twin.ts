import type { Account } from "../client/account.ts";
import { type RefusedError, StatusHubError } from "../client/errors.ts";
import type { HubAddress } from "../client/hubs.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Property, Values, Wire } from "../resources/define.ts";
import type { Created } from "./create.ts";
import { liveValue, sameMeaning } from "./property.ts";
import { collectionOf, isDeleted } from "./read.ts";

interface Search {
  readonly account: Account;
  readonly definition: Definition;
  readonly hub: HubAddress;
  readonly body: Wire;
}

/** Clocks of the server and of this machine may differ by this many milliseconds. */
const clockSkew = 5 * 60_000;

/** The records that a POST whose answer was lost may have made: equal in all that it sent, and created since. */
export async function findMade({ since, ...search }: Search & { since: number }): Promise<ApiRecord[]> {
  const created = (record: ApiRecord) => Date.parse(String(record.created_at)) >= since - clockSkew;
  return (await findEqual(search, propertiesIn(search))).filter(created);
}

function propertiesIn({ definition, body }: Search): Property[] {
  return Object.values(definition.properties).filter((property) => property.wire in body && !property.writeOnly);
}

/** Live records with the same values of these properties. Lists may be lean: what could match is read in full. */
async function findEqual({ account, definition, hub, body }: Search, properties: Property[]): Promise<ApiRecord[]> {
  const collection = collectionOf(definition, hub);
  const mayMatch = (record: ApiRecord) =>
    properties.every((property) => {
      const live = liveValue(property, record, body[property.wire]);
      return live === undefined || sameMeaning(property, live, body[property.wire]);
    });
  const isFull = (record: ApiRecord) =>
    properties.every((property) => liveValue(property, record, body[property.wire]) !== undefined);

  const candidates = (await account.records.list(collection)).filter(
    (record) => !isDeleted(record) && mayMatch(record),
  );
  const full = await Promise.all(
    candidates.map((record) => (isFull(record) ? record : account.records.find(collection, String(record.id), isFull))),
  );
  return full.filter((record) => record !== undefined).filter(mayMatch);
}

/**
 * A create was refused. If a record with the same identity is there, it is the reason, and the error says how to adopt
 * it.
 *
 * @throws always, for now: the refusal itself, or the error that names the twin
 */
export async function restoreTwin(
  { account, definition, hub, news }: Omit<Search, "body"> & { news: Values },
  refusal: RefusedError,
): Promise<Created> {
  const identity = (definition.identity ?? []).map((name) => definition.properties[name]);
  const properties = identity.filter((property) => property !== undefined);
  const declared = (definition.identity ?? []).every((name) => news[name] !== undefined && news[name] !== null);
  if (properties.length === 0 || !declared) throw refusal;
  const body = Object.fromEntries(
    (definition.identity ?? []).map((name, index) => [
      properties[index]?.wire,
      properties[index]?.type.toWire(news[name]),
    ]),
  );
  const [twin] = await findEqual({ account, definition, hub, body }, properties);
  if (twin === undefined) throw refusal;
  throw new StatusHubError(
    `${definition.kind} ${twin.id} of the hub has the same ${(definition.identity ?? []).join(" and ")} already ` +
      `(the API said ${refusal.status}: ${JSON.stringify(refusal.words)}). To take it into this program, import it with the id ${twin.id}; ` +
      "else declare another value, or delete that record",
    { cause: refusal },
  );
}
