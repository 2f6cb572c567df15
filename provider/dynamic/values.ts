import type { Values } from "../resources/define.ts";

/** Key of the pointer in inputs and outputs. Pulumi adds it to every result, except to that of a partial success. */
export const pointerKey = "__provider";

/** What a program declares: without Pulumi's own key, and without keys that have no value. */
export function withoutPointer(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name !== pointerKey && value !== undefined),
  );
}
