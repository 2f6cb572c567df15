import { isAmbiguous, isNotFound, isNotOffered, StatusHubError } from "../client/errors.ts";
import { type ApiRecord, withId } from "../client/request.ts";
import type { Wire } from "../resources/define.ts";
import type { Place } from "./match.ts";
import { collectionOf } from "./read.ts";
import { findMade } from "./twin.ts";

interface Post extends Place {
  readonly body: Wire;
  /** Whether a record of this kind is in the state. */
  readonly isInState: (recordId: string) => boolean;
}

/** How often a POST is sent at most when each time the answer is lost and no record turns up. */
const attempts = 3;

/**
 * Creates one record, once. A POST is never blindly repeated: when it is not known whether it took effect, the record is
 * looked for. Found is ours, not found is sent again, and what cannot be told is an error.
 */
export async function postOnce({ account, definition, hub, body, isInState }: Post): Promise<ApiRecord> {
  const operation = definition.operations.create;
  if (operation === undefined) throw new TypeError(`${definition.kind} has no create`);
  const collection = collectionOf(definition, hub);
  const started = Date.now();
  for (let attempt = 1; ; attempt++) {
    try {
      const record = withId(await account.client.perform(operation, { subdomain: hub.subdomain }, { body }), operation);
      account.records.keep(collection, record);
      return record;
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const found = await lookFor({ account, definition, hub, body, isInState }, { since: started, lost: error });
      // What belongs to another resource is not ours, however equal.
      const made = found.filter(({ id }) => !account.records.isOwn(collection, String(id)) && !isInState(String(id)));
      if (made.length === 1 && made[0] !== undefined) {
        account.records.keep(collection, made[0]);
        return made[0];
      }
      if (made.length > 1) {
        throw new StatusHubError(
          `the answer was lost, and ${made.length} records of the hub could be the one that was made (ids ` +
            `${made.map((record) => record.id).join(", ")}); delete those that are too many, and import the other`,
          { cause: error },
        );
      }
      if (attempt === attempts) throw error;
    }
  }
}

async function lookFor(post: Post, { since, lost }: { since: number; lost: unknown }): Promise<ApiRecord[]> {
  try {
    return await findMade({ ...post, since });
  } catch (error) {
    if (!(error instanceof StatusHubError)) throw error;
    // Inferred: the list exists. Without it nothing can be looked for.
    const reason =
      isNotFound(error) || isNotOffered(error)
        ? `the API offers no list in which to look for the record (${error.status})`
        : `the record could not be looked for (${error.message})`;
    throw new StatusHubError(
      `the answer was lost, and ${reason}. Look for it on the hub: if it is there, import or delete it before the next up`,
      { cause: lost },
    );
  }
}
