import { expect } from "vitest";
import type { Definition } from "../../model/kinds/kind.ts";
import { diff } from "../../provider/lifecycle/diff.ts";
import { compare } from "../../provider/lifecycle/forms/compare.ts";
import { readState, type Sent, writeState } from "../../provider/lifecycle/forms/state.ts";
import { stateAfterRead, stateAfterWrite } from "../../provider/lifecycle/forms/stored.ts";
import { wireOf } from "../../provider/lifecycle/forms/wire.ts";
import type { Values } from "../engine-model/grpc.ts";
import type { Subject } from "../samples/program.ts";

/*
 * What a record and its state are after a create, without a server.
 */

/** Returns the record of a server that keeps these bodies unchanged. */
export function recordOf({ samples }: Subject, ...bodies: Values[]): Values {
  const body = Object.assign({}, ...bodies);
  const record = samples.response?.(body) ?? { ...body, flags: { deleted: false } };
  return { id: 1, created_at: "2026-11-21T12:00:00Z", ...record };
}

const hub = { id: "1" };

export const putFor = (definition: Definition, olds: Values, news: Values) =>
  wireOf(compare(definition, readState(olds), news));

export const diffOf = (definition: Definition, olds: Values, news: Values) => diff(definition, readState(olds), news);

/** Returns the outputs of reading the record with the state `olds`. */
export const readOn = (definition: Definition, record: Values, olds: Values) =>
  writeState(stateAfterRead({ definition, collection: { hub } }, record, readState(olds)));

interface Written {
  readonly olds: Values;
  readonly record: Values;
  readonly sent: Sent;
}

/** Returns the outputs of a write with the state `olds`. */
export function writtenTo(definition: Definition, { olds, record, sent }: Written, inputs: Values) {
  const known = { state: readState(olds), live: record, sent };
  const { state, ignored } = stateAfterWrite({ definition, collection: { hub } }, known, inputs);
  return { outputs: writeState(state), ignored };
}

export function created(subject: Subject, inputs: Values): { record: Values; outputs: Values } {
  const { definition } = subject;
  const { body, sent } = putFor(definition, {}, inputs);
  const record = recordOf(subject, body);
  const { outputs, ignored } = writtenTo(definition, { olds: {}, record, sent }, inputs);
  expect(ignored).toEqual([]);
  return { record, outputs };
}
