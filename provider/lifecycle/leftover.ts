import { parseInstant } from "../../api/instant.ts";
import { leftoverRecord, unmanagedAdvice } from "../../errors/up.ts";
import type { Property, Values } from "../../kinds/kind.ts";
import { StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import { liveValue, sameMeaning } from "./compare.ts";
import { findMatches, liveOrNone, type Scope } from "./find.ts";
import { identityIn } from "./match.ts";

/** Milliseconds for which a record may be a leftover of an interrupted run. */
const longestAge = 60 * 60_000;

/**
 * Detects the leftover of an interrupted run. If a run is killed between a POST and Pulumi's write of the state, the
 * record is in no state and another POST would duplicate it. So if a young record equals everything we are about to
 * send, and has nothing else set, we don't create another one. Records with an identity need no search, because the API
 * rejects a duplicate.
 *
 * @throws if there is one, with its ID and how to proceed
 */
export async function requireNoLeftover(scope: Scope, desired: Values, sent: ReadonlySet<string>): Promise<void> {
  const { definition, collection, owners } = scope;
  if (identityIn(definition, desired) !== undefined) return;
  const isYoung = ({ created_at }: ApiRecord) => {
    const time = parseInstant(String(created_at));
    return time !== undefined && collection.serverTime() - time < longestAge;
  };
  // Documented: lists carry basic info. A record without its creation time is read in full.
  const records = (await liveOrNone(scope)).filter((record) => record.created_at === undefined || isYoung(record));
  const search = { purpose: "leftover", values: desired, names: [...sent], records, fields: ["created_at"] } as const;
  const isUnset = (property: Property, record: ApiRecord) => {
    const live = liveValue(property, record, property.cleared);
    return live === undefined || property.cleared === undefined || sameMeaning(property, live, property.cleared);
  };
  const others = Object.entries(definition.properties).filter(([name]) => !sent.has(name));
  const leftover = (await findMatches(scope, search)).find(
    ({ record }) => isYoung(record) && others.every(([, property]) => isUnset(property, record)),
  );
  // If Pulumi replaces a resource without a diff, its own record is equal too.
  if (leftover === undefined || owners.isDeployed(definition, desired, Object.keys(definition.properties))) return;
  const { id, created_at } = leftover.record;
  const advice = unmanagedAdvice(String(id));
  throw new StatusHubError(leftoverRecord({ record: `${definition.kind} ${id}`, time: String(created_at), advice }));
}
