import { isDeleted } from "../client/collection.ts";
import { isAmbiguous, isNotFound, isNotOffered, isStatusHubError, StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Body } from "./changes.ts";
import { findAlike, type Place, type Wanted } from "./search.ts";

/** How often a POST is sent at most when each time the answer is lost and no record turns up. */
const attempts = 3;

/** Clocks of the server and of this machine may differ by this many milliseconds. */
const clockSkew = 5 * 60_000;

/**
 * Creates one record, once. A POST is never blindly repeated: when it is not known whether it took effect, the record is
 * looked for. Found is ours, not found is sent again, and what cannot be decided is an error.
 */
export async function postOnce(place: Place, wanted: Wanted, { body, sent }: Body): Promise<ApiRecord> {
  const since = Date.now() - clockSkew;
  for (let attempt = 1; ; attempt++) {
    try {
      return await place.collection.post(body);
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const found = await findCreated(place, wanted, { sent, since, lost: error });
      if (found !== undefined) return place.collection.claim(found);
      if (attempt === attempts) throw error;
    }
  }
}

interface Lost {
  readonly sent: ReadonlySet<string>;
  /** Milliseconds since 1970 from which on the record was created. */
  readonly since: number;
  /** The failure that left the outcome open. */
  readonly lost: unknown;
}

/** The record that a POST without an answer has created: equal in all that it sent, and created since. */
async function findCreated(
  place: Place,
  { news, isInState }: Wanted,
  { sent, since, lost }: Lost,
): Promise<ApiRecord | undefined> {
  const { collection } = place;
  const isOthers = ({ id }: ApiRecord) => collection.isOurs(String(id)) || isInState(String(id));
  const search = async () =>
    findAlike(place, news, { names: [...sent], records: await collection.live(), fields: ["created_at"] });
  const alike = await search().catch((error: unknown) => {
    throw cannotLook(error, lost);
  });
  const created = alike.filter(
    (record) => Date.parse(String(record.created_at)) >= since && !isDeleted(record) && !isOthers(record),
  );
  if (created.length <= 1) return created[0];
  throw new StatusHubError(
    `the answer was lost, and ${created.length} records of the hub could be the one that was created (ids ` +
      `${created.map(({ id }) => id).join(", ")}). Delete the surplus ones, and adopt the other`,
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
    `the answer was lost, and ${reason}. Look for it on the hub: if it is there, adopt or delete it before the next up`,
    { cause: lost },
  );
}
