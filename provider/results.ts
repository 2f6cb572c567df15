import type { Declared } from "../model/api/form.ts";
import type { Definition } from "../model/kinds/kind.ts";
import { messageOf } from "./client/errors.ts";
import type { Kept } from "./lifecycle/forms/state.ts";
import { isPartial } from "./lifecycle/record/operation-error.ts";
import { type Properties, secured } from "./marks.ts";

/** The state after a write. */
export interface WriteResult {
  readonly id: string;
  readonly properties: Properties;
  /** Why the record isn't as declared; undefined if it is. */
  readonly failure?: string;
}

/** Marks the secrets in the state after a write. If that only partly succeeds, Pulumi keeps the record all the same. */
export async function written(
  definition: Definition,
  inputs: Properties,
  writing: Promise<Kept>,
): Promise<WriteResult> {
  const result = await writing.catch((error: unknown) => {
    if (!isPartial(error)) throw error;
    return { id: error.recordId, stored: error.stored, failure: messageOf(error) };
  });
  return { ...result, properties: secured(definition, result.stored, inputs) };
}

/** Marks what a read has found, by the values from Pulumi. */
export const withMarks = (
  definition: Definition,
  { id, stored, declared }: Kept & { readonly declared: Declared },
  marked: { readonly outputs?: Properties; readonly inputs?: Properties } = {},
) => ({
  id,
  outputs: secured(definition, stored, marked.outputs),
  inputs: secured(definition, declared, marked.inputs),
});
