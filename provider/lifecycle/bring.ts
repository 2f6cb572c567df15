import type { Collection } from "../client/collection.ts";
import type { Definition, Values, Wire } from "../resources/define.ts";
import { bodyOf, changesBetween } from "./changes.ts";
import { attempt, isPartial, PartialError, subject } from "./failure.ts";
import { declaredIn, type Expectation, outputsFrom } from "./state.ts";

/** A record that exists, in its collection. */
export interface Target {
  readonly definition: Definition;
  readonly collection: Collection;
  readonly recordId: string;
}

/**
 * Brings a record to the declared values: one PUT of exactly what differs, or no request at all.
 *
 * @param olds outputs that describe the record as it is
 * @returns the outputs after it
 */
export async function bring(target: Target, olds: Values, news: Values): Promise<Values> {
  const { definition, collection, recordId } = target;
  const { body, sent } = bodyOf(changesBetween(definition, olds, news));
  // Nothing differs on the wire: the outputs follow the program, as they do after a response that carries nothing.
  const answer =
    sent.size === 0
      ? {}
      : await collection.put(
          recordId,
          definition.completeUpdate?.(body, { olds: declaredIn(definition, olds), news }) ?? body,
        );
  return outputsAfterWrite(target, answer, { olds, declared: news, sent });
}

/**
 * The outputs after a write.
 *
 * @throws PartialError when the API accepted a property and kept another value: the live value goes into the state, so
 * that the next preview still shows the difference
 */
export function outputsAfterWrite(target: Target, answer: Wire, expectation: Required<Expectation>): Values {
  const { definition, collection, recordId } = target;
  const sighting = { definition, record: answer, hubId: collection.hub.id };
  const { outputs, ignored } = outputsFrom(sighting, expectation);
  if (ignored.length === 0) return outputs;
  const kept = ignored.map((name) => `${name} is ${shown(definition, name, outputs[name])} there`).join(", ");
  throw new PartialError(
    `The API accepted a write of ${subject({ definition, values: expectation.declared, recordId })} and ignored ` +
      `${ignored.join(", ")}: ${kept}. Correct the program, or the record on the hub.`,
    { recordId, outputs },
  );
}

const shown = ({ properties }: Definition, name: string, value: unknown) =>
  properties[name]?.secret ? "another value" : JSON.stringify(value);

/**
 * A write that follows one which has taken effect already. If it fails, the record is kept in the state with `outputs`,
 * where what is missing shows, and is neither orphaned nor created twice.
 */
export async function orKeep<T>(
  { definition, collection, recordId }: Target,
  { outputs, news }: { outputs: Values; news: Values },
  write: () => Promise<T>,
): Promise<T> {
  const { connection } = collection;
  try {
    return await attempt({ connection, definition, verb: "update", values: news, olds: outputs, recordId }, write);
  } catch (cause) {
    if (isPartial(cause)) throw cause;
    // A defect of ours, too: whatever happens, the record must not be lost.
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new PartialError(`${message} What was done before is in the state, and the next up goes on from there.`, {
      recordId,
      outputs,
      cause,
    });
  }
}
