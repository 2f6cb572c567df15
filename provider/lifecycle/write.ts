import type { Operation } from "../../api/operation.ts";
import type { Account } from "../client/account.ts";
import type { HubAddress } from "../client/hubs.ts";
import { parametersFor } from "../client/records.ts";
import type { ApiRecord } from "../client/request.ts";
import { type Definition, isAdopted, type Values, type Wire } from "../resources/define.ts";
import { attempt, PartialError, subject } from "./failure.ts";
import { collectionOf } from "./read.ts";
import { outputsOfWrite, type Written } from "./state.ts";

/** A record that exists, in its hub. */
export interface Target {
  readonly account: Account;
  readonly definition: Definition;
  readonly hub: HubAddress;
  readonly recordId: string;
}

/** Sends one PUT and remembers the answer for later reads in this process. */
export async function put(target: Target, body: Wire): Promise<ApiRecord> {
  const { account, definition, hub, recordId } = target;
  const answer = await account.client.perform(
    definition.operations.update,
    parametersFor(definition.operations.update, hub, recordId),
    {
      body,
    },
  );
  keep(target, answer);
  return answer;
}

/** Remembers a record as it was answered to a write. */
export function keep({ account, definition, hub, recordId }: Target, answer: ApiRecord): void {
  // An answer may carry less than the record; which one it is about is known.
  const record = { id: recordId, ...answer };
  if (isAdopted(definition)) account.hubs.keep(record, hub.subdomain);
  else account.records.keep(collectionOf(definition, hub), record);
}

export const pathParameters = ({ hub, recordId }: Target, operation: Operation) =>
  parametersFor(operation, hub, recordId);

/** Runs the one write that may be needed; `outputs` are those without it. */
export type Guard = <T>(outputs: Values, step: () => Promise<T>) => Promise<T>;

/** Nothing has happened before the write: its failure is the whole story. */
export const unguarded: Guard = (_, step) => step();

/**
 * A write that follows one which has taken effect already. If it fails, the record is kept in the state with `outputs`,
 * where what is missing shows, and is neither orphaned nor made twice.
 */
export async function orKeep<T>(
  target: Target,
  { outputs, news }: { outputs: Values; news: Values },
  step: () => Promise<T>,
): Promise<T> {
  const { account, definition, recordId } = target;
  try {
    return await attempt({ account, definition, verb: "update", values: news, olds: outputs, recordId }, step);
  } catch (cause) {
    // A defect of ours, too: whatever happens, the record must not be lost.
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new PartialError(`${message} What was done before is in the state, and the next up goes on from there.`, {
      recordId,
      outputs,
      cause,
    });
  }
}

/**
 * The outputs after a write.
 *
 * @throws PartialError when the API accepted a property and kept another value: the live value goes into the state, so
 * that the next preview still shows the difference
 */
export function settle(target: Target, record: ApiRecord, { olds, ...written }: Written & { olds: Values }): Values {
  const { definition, hub, recordId } = target;
  const { outputs, ignored } = outputsOfWrite({ definition, record, hub, olds, ...written });
  if (ignored.length === 0) return outputs;
  throw new PartialError(
    `The API accepted a write of ${subject({ definition, values: written.news, recordId })} and ignored ${ignored.join(", ")}: ` +
      "the record has another value than declared. Correct the program, or the record on the hub.",
    { recordId, outputs },
  );
}
