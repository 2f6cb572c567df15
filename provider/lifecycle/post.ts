import { isDeleted } from "../client/collection.ts";
import {
  isAmbiguous,
  isNotFound,
  isNotOffered,
  isResponseShape,
  isStatusHubError,
  isTimeout,
  StatusHubError,
} from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Body } from "./changes.ts";
import { declaresIdentity, findAlike, liveOrNone, type Scope, type Wanted } from "./search.ts";

/** How often a POST is sent at most when each time the response is lost and no record turns up. */
const attempts = 3;

/**
 * Creates one record, once. A POST is never blindly repeated: when it is not known whether it took effect, the record is
 * looked for. Found is ours, not found is sent again, and what cannot be decided is an error.
 */
export async function postOnce(scope: Scope, wanted: Wanted, { body, sent }: Body): Promise<ApiRecord> {
  const { definition, collection } = scope;
  // Whoever declares an identity is found by it; of the others, what was there before is not what was created. Clocks are
  // no help: the server's may differ from ours.
  const before = declaresIdentity(definition, wanted.news) ? [] : await liveOrNone(scope);
  const isOthers = ({ id }: ApiRecord) =>
    collection.isOurs(String(id)) || wanted.isInState(String(id)) || before.some((record) => record.id === id);
  for (let attempt = 1; ; attempt++) {
    try {
      return await collection.post(body);
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const found = await findCreated(scope, wanted, { sent, isOthers, lost: error });
      if (found !== undefined) return collection.claim(found);
      // A server that has not answered in time may still be at work: what is not there yet may come.
      if (attempt === attempts || isTimeout(error)) throw error;
    }
  }
}

interface Lost {
  readonly sent: ReadonlySet<string>;
  /** Whether a record is known to be another one. */
  readonly isOthers: (record: ApiRecord) => boolean;
  /** The failure that left the outcome open. */
  readonly lost: unknown;
}

/** The record that a POST without a usable response has created: equal in all that it sent, and not there before. */
async function findCreated(
  scope: Scope,
  { news }: Wanted,
  { sent, isOthers, lost }: Lost,
): Promise<ApiRecord | undefined> {
  const search = async () => findAlike(scope, news, { names: [...sent], records: await scope.collection.live() });
  const alike = await search().catch((error: unknown) => {
    throw cannotLook(error, lost);
  });
  const created = alike.filter((record) => !isDeleted(record) && !isOthers(record));
  if (created.length <= 1) return created[0];
  throw new StatusHubError(
    `the response is lost, and ${created.length} records of the hub could be the one that was created (ids ` +
      `${created.map(({ id }) => id).join(", ")}). Delete the others, and adopt the one that you keep`,
    { cause: lost },
  );
}

function cannotLook(error: unknown, lost: unknown): unknown {
  if (!isStatusHubError(error)) return error;
  // Inferred: the list exists. Without it nothing can be looked for.
  const reason =
    isNotFound(error) || isNotOffered(error)
      ? `the API offers no list in which to look for the record (${error.status})`
      : `the record could not be looked for (${error.message})`;
  return new StatusHubError(
    `the response ${isResponseShape(lost) ? "holds no record" : "is lost"}, and ${reason}. Look for it on the hub: if it is there, adopt or delete it before the next up`,
    { cause: lost },
  );
}
