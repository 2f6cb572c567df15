import type { Live, Wire } from "../../model/api/form.ts";
import { isDeleted, isLeft } from "../../model/api/live.ts";
import { pathParameters } from "../../model/api/operation.ts";
import { deletedOnHub, existingReturned, unmanagedAdvice } from "../errors/up.ts";
import { DeletedRecordError, ifError, isStatusHubError, StatusHubError } from "./errors.ts";
import { isAmbiguous } from "./outcomes.ts";
import type { Place } from "./place.ts";
import type { Reads } from "./reads.ts";
import { withId } from "./response.ts";
import { type Creation, creationOf, isOlderThanClocks, listedClockError, serverClockError } from "./server-time.ts";

/** Writes to the records of a collection. */
export interface Writes {
  post(wire: Wire, options?: PostOptions): Promise<Live>;
  /** The bodies of all POSTs to this collection in this run, whatever became of them. */
  readonly posts: readonly Wire[];
  /**
   * Compares a record's creation with the first POST of this operation that may have taken effect: `before` if a list from
   * before it shows the record. `after` if there was none.
   */
  creationOf(live: Live): Creation;
  /** @throws DeletedRecordError if the response shows that the record is deleted */
  put(id: string, wire: Wire): Promise<Live>;
  /** Deletes the record, and returns the response, which may be empty. */
  remove(id: string): Promise<Live>;
  /** Restores a deleted record, perhaps under another ID. Returns `undefined` if the response doesn't say which. */
  restore(deleted: Live): Promise<Live | undefined>;
}

interface PostOptions {
  /** Whether the API rejects a second one, so that nothing was listed before. @default false */
  readonly isUnique?: boolean;
  /** Notes whose the new record is. Called before any `listNow` goes on that waits for this POST. */
  readonly claim?: (live: Live) => void;
}

/** When a POST was sent. */
interface PostMoment {
  readonly at: number;
  /** How many records had been listed before. */
  readonly listed: number;
}

/** @param get reads a record whose write has returned none */
export function createWrites(place: Place, get: Reads["get"]): Writes {
  const { client, operations, memory, idParameter } = place;
  const { recordId } = operations;
  const currentMoment = (): PostMoment => ({ at: client.clock.now(), listed: memory.lists.count });
  /** When the first POST was sent that may have taken effect without a usable response. */
  let firstUnclear: PostMoment | undefined;

  const perform: Place["perform"] = async (...call) => {
    const response = await place.perform(...call);
    // Any success is a witness that the collection works.
    memory.noteAnswer();
    return response;
  };

  function keep(live: Live): Live {
    memory.noteWrite(live);
    return live;
  }

  const wasListedBefore = ({ id }: Live, { listed }: PostMoment) => memory.lists.hadShown(String(id), listed);

  /**
   * Whether a POST has returned a record that was there before, perhaps because it has the same key. The record may be somebody
   * else's, so it doesn't count as created. Its time only counts if clocks don't explain the difference.
   */
  function existedBefore(live: Live, sent: PostMoment, isUnique: boolean): boolean {
    const first = firstUnclear ?? sent;
    if (wasListedBefore(live, first)) return true;
    const clockError = isUnique ? serverClockError : listedClockError;
    return isOlderThanClocks(live.created_at, client.serverTimeAt(first.at), clockError);
  }

  async function post(wire: Wire, { isUnique = false, claim }: PostOptions): Promise<Live> {
    const operation = operations.create ?? throwNotOffered();
    memory.notePost(wire);
    let sent = currentMoment();
    const onSend = () => {
      sent = currentMoment();
    };
    try {
      const live = withId(await perform(operation, {}, { wire, onSend }), operation, recordId);
      if (existedBefore(live, sent, isUnique)) {
        const id = String(live.id);
        throw new StatusHubError(existingReturned({ id, advice: unmanagedAdvice(id) }));
      }
      keep(live);
      claim?.(live);
      return live;
    } catch (error) {
      if (isAmbiguous(error)) firstUnclear ??= sent;
      // It doesn't show the record that the POST may have created.
      memory.lists.forgetLatest();
      throw error;
    }
  }

  return {
    posts: memory.posts,

    post: (wire, options = {}) => memory.waitForPost(post(wire, options)),

    creationOf(live) {
      if (firstUnclear === undefined) return "after";
      if (wasListedBefore(live, firstUnclear)) return "before";
      return creationOf(live.created_at, client.serverTimeAt(firstUnclear.at));
    },

    async put(id, wire) {
      const response = await perform(operations.update, { [idParameter]: id }, { wire });
      // Inferred (write-responses): it is the record. If not, only reading the record shows what has become of the values.
      const isRecord = recordId.safeParse(response.id).success;
      // The write took effect, so a failed read must not turn it into an error.
      const live = isRecord ? response : await get(id).catch(ifError(isStatusHubError, () => undefined));
      const written = keep({ ...(live ?? response), id });
      // Inferred (deleted-updates): a rejection. If not, the page shows nothing of it, so it isn't done.
      if (isDeleted(written)) throw new DeletedRecordError(deletedOnHub.accepted());
      return written;
    },

    async remove(id) {
      const live = await perform(operations.delete ?? throwNotOffered(), { [idParameter]: id });
      memory.noteRemoval(id);
      return live;
    },

    async restore(deleted) {
      const operation = operations.restore ?? throwNotOffered();
      const parameters = Object.fromEntries(pathParameters(operation).map((name) => [name, String(deleted[name])]));
      const live = await perform(operation, { ...parameters, [idParameter]: String(deleted.id) });
      if (recordId.safeParse(live.id).success && !isDeleted(live)) return keep(live);
      const found = await get(String(deleted.id));
      return isLeft(found) ? keep(found) : undefined;
    },
  };
}

/** Unreachable: the lifecycle checks the definition before it calls. */
export function throwNotOffered(): never {
  throw new TypeError("The API has no such operation for this kind of record.");
}
