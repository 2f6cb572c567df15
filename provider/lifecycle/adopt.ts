import { isDeleted } from "../client/collection.ts";
import { isWithoutList, StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import { isAdopted, type Values } from "../resources/define.ts";
import { findLiveTwin, type Scope, type Wanted } from "./search.ts";
import { isComplete } from "./state.ts";

/**
 * The record that a program takes over instead of creating one, if it asks for it: the hub itself, the record with the
 * id that `adopt` names, or with `adopt: true` the one with the same identity.
 *
 * @throws where it is not there, or belongs to another resource
 */
export async function findRecordToAdopt(scope: Scope, { news, isInState }: Wanted): Promise<ApiRecord | undefined> {
  const { definition, collection } = scope;
  const record = isAdopted(definition)
    ? await collection.find(collection.hub.id, () => true)
    : await findAskedFor(scope, news);
  if (record === undefined) return undefined;
  const recordId = String(record.id);
  // Replacing a Hub adopts the same one again, so that it is in the state says nothing.
  if (collection.isOurs(recordId) || (isInState(recordId) && !isAdopted(definition))) {
    throw new StatusHubError(
      `${definition.kind} ${recordId} belongs to another resource of this stack: a record has one resource. Remove one of the two from the program`,
    );
  }
  return collection.claim(record);
}

async function findAskedFor(scope: Scope, news: Values): Promise<ApiRecord | undefined> {
  const { definition, collection } = scope;
  const { adopt } = news;
  const find = (recordId: string) => collection.find(recordId, (listed) => isComplete(definition, listed));
  if (adopt === true) {
    const twin = await findLiveTwin(scope, news).catch((error: unknown) => {
      throw isWithoutList(error) ? noList(error) : error;
    });
    return twin && find(String(twin.id));
  }
  if (typeof adopt !== "string") return undefined;
  const record = await find(adopt);
  if (record !== undefined && !isDeleted(record)) return record;
  const state = record === undefined ? `does not exist in hub "${collection.hub.subdomain}"` : "is deleted";
  throw new StatusHubError(
    `${definition.kind} ${adopt}, which adopt names, ${state}. Use the id of a record of this hub, or leave adopt out to create one`,
  );
}

// Inferred: the list of services exists.
const noList = (cause: unknown) =>
  new StatusHubError('the API offers no list in which to look for the record. Name its id: adopt: "1234"', { cause });
