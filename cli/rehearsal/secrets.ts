import { isDeepStrictEqual } from "node:util";
import type { Stored } from "../../model/api/form.ts";
import { holdsSecret, inClear, type ResourceState } from "../project/stack.ts";
import { isSecret } from "../report/planned.ts";

/* A state marks its secrets, and shows them if Pulumi is asked to. A plan has `[secret]` in their place. */

type Values = Readonly<Record<string, unknown>>;

/** Returns inputs or outputs of a state with the secrets themselves. */
export const clearOf = (values: ResourceState["inputs"]): Values => inClear(values ?? {}) as Values;

/** Returns inputs or outputs of a state as a plan shows them. */
export const maskedOf = (values: Values): Stored =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, holdsSecret(value) ? "[secret]" : value]),
  ) as Stored;

/** Names of the properties that the plan or the state keeps secret. */
export const secretNamesOf = (values: Values): string[] =>
  Object.keys(values).filter((name) => isSecret(values[name]) || holdsSecret(values[name]));

/** Masks the properties of a record that are secret, unless they have no value. */
export const withMasked = (values: Stored, secrets: ReadonlySet<string>): Stored =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, secrets.has(name) && isGiven(value) ? "[secret]" : value]),
  );

const isGiven = (value: unknown) => value !== null && value !== undefined && !isDeepStrictEqual(value, {});
