import { isDeleted } from "../client/collection.ts";
import { StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import { isAdopted, type Values } from "../resources/define.ts";
import { findLiveTwin, type Place, type Wanted } from "./search.ts";
import { isComplete } from "./state.ts";

/**
 * The record that a program takes over instead of creating one, if it asks for it: the hub itself, the record with the
 * id that `adopt` names, or with `adopt: true` the one with the same identity.
 *
 * @throws where it is not there, or belongs to another resource
 */
export async function findRecordToAdopt(place: Place, { news, isInState }: Wanted): Promise<ApiRecord | undefined> {
  const { definition, collection } = place;
  if (isAdopted(definition)) return collection.find(collection.hub.id, () => true);
  const record = await findAskedFor(place, news);
  if (record === undefined) return undefined;
  const recordId = String(record.id);
  if (isInState(recordId) || collection.isOurs(recordId)) {
    throw new StatusHubError(
      `${definition.kind} ${recordId} belongs to another resource of this stack. Remove adopt, or that resource`,
    );
  }
  return collection.claim(record);
}

async function findAskedFor(place: Place, news: Values): Promise<ApiRecord | undefined> {
  const { definition, collection } = place;
  const { adopt } = news;
  const find = (recordId: string) => collection.find(recordId, (listed) => isComplete(definition, listed));
  if (adopt === true) {
    const twin = await findLiveTwin(place, news);
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
