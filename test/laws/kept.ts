import { expect } from "vitest";
import type { Definition } from "../../model/kinds/kind.ts";
import { compare } from "../../provider/lifecycle/forms/compare.ts";
import { storedAfterRead, storedAfterWrite } from "../../provider/lifecycle/forms/stored.ts";
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

export const hub = { id: "1" };

export const putFor = (definition: Definition, olds: Values, news: Values) => wireOf(compare(definition, olds, news));

/** Returns the outputs of reading the record with the state `olds`. */
export const readOn = (definition: Definition, record: Values, olds: Values) =>
  storedAfterRead({ definition, live: record, collection: { hub } }, olds);

export function created(subject: Subject, inputs: Values): { record: Values; outputs: Values } {
  const { definition } = subject;
  const { body, sent } = putFor(definition, {}, inputs);
  const record = recordOf(subject, body);
  const { stored: outputs, ignored } = storedAfterWrite(
    { definition, collection: { hub } },
    { stored: {}, live: record, sent },
    inputs,
  );
  expect(ignored).toEqual([]);
  return { record, outputs };
}
