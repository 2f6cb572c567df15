import { StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Property, Values, Wire } from "../resources/define.ts";
import { findEqual, type Place } from "./match.ts";
import { liveValue, sameMeaning } from "./property.ts";
import { collectionOf, isDeleted } from "./read.ts";

/** Milliseconds for which a record may be what an interrupted run has left. */
const orphanAge = 60 * 60_000;

/**
 * A run that was killed after its POST and before Pulumi wrote the state leaves a record that no state knows; a second
 * POST would make it twice. So a young record, equal in all that is to be sent, is taken for such an orphan. Not so one
 * that this process made, or that the state has: Pulumi compares those, and may be about to replace one.
 *
 * The kinds whose records share no identity need no such search: the API refuses the second one.
 *
 * @throws when there is one: it says which, and what to do
 */
export async function refuseOrphan(
  place: Place,
  { news, body, isInState }: { news: Values; body: Wire; isInState: (id: string) => boolean },
): Promise<void> {
  const { account, definition, hub } = place;
  if (isToldByIdentity(definition, news)) return;
  const records = (await account.records.others(collectionOf(definition, hub))).filter(
    (record) => !isDeleted(record) && !isInState(String(record.id)) && mayBeYoung(record),
  );
  if (records.length === 0) return;
  const properties = Object.values(definition.properties);
  const sent = properties.filter(({ wire, writeOnly }) => wire in body && !writeOnly);
  const isUnset = (property: Property, record: ApiRecord) => {
    const live = liveValue(property, record, property.cleared);
    return live === undefined || property.cleared === undefined || sameMeaning(property, live, property.cleared);
  };
  const equal = (await findEqual({ ...place, body, records, fields: ["created_at"] }, sent)).filter(
    (record) => isYoung(record) && properties.every((property) => property.wire in body || isUnset(property, record)),
  );
  if (equal[0] !== undefined) throw orphanAdvice(definition, equal[0]);
}

function isToldByIdentity({ identity = [] }: Definition, news: Values): boolean {
  return identity.length > 0 && identity.every((name) => news[name] !== undefined && news[name] !== null);
}

const isYoung = ({ created_at }: ApiRecord) => Date.now() - Date.parse(String(created_at)) < orphanAge;

/** Documented: lists carry basic info. One that lacks the time tells nothing, and the record is read in full. */
const mayBeYoung = (record: ApiRecord) => record.created_at === undefined || isYoung(record);

function orphanAdvice({ kind }: Definition, { id, created_at }: ApiRecord): StatusHubError {
  return new StatusHubError(
    `${kind} ${id} of the hub, created ${created_at}, has all the declared values and is not in the state, as if a run ` +
      `was interrupted that made it. Import it with the id ${id}, or delete it on the hub, and run up again. Should ` +
      "there be two alike, make them differ first, or wait until it is an hour old",
  );
}
