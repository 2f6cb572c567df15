import { declaredIn, type Known, type State, writeState } from "../forms/state.ts";
import { stateAfterWrite } from "../forms/stored.ts";
import { type Update, wireOf } from "../forms/wire.ts";
import { type PartialError, partialError } from "./operation-error.ts";
import type { Scope } from "./scope.ts";

/*
 * Says how the state changes if a write fails, or isn't sent.
 */

/**
 * Whose record it is decides what the state gets although a PUT failed:
 *
 *     made       or restored by this operation: the record, because otherwise nobody would ever update or delete it
 *     stored     in the state: that the outcome isn't known, if so
 *     adopted    by this operation: nothing, so that it stays with the resource that has had it, if any
 */
export type Origin = "made" | "stored" | "adopted";

/** Returns what the state gets although a PUT failed; undefined if it is right as it is. */
export function stateAfterFailure(
  scope: Scope,
  known: Known,
  update: Update,
  { origin, isUnsure }: { readonly origin: Origin; readonly isUnsure: boolean },
): State | undefined {
  if (origin === "adopted") return undefined;
  if (origin === "stored") return isUnsure ? withUnconfirmed(known.state, update) : undefined;
  const state = stateIfUnsent(scope, known, update);
  return isUnsure ? withUnconfirmed(state, update) : state;
}

/**
 * Returns the state of a record if nothing of an update is sent: what it would have changed stays declared as before.
 *
 *     state      title "Down", body "We look."
 *     program    title "Up", body "We look.", silentUpdate true     would send title and silentUpdate
 *     then       title "Down", body "We look."
 */
export function stateIfUnsent(scope: Scope, known: Known, { declared, changes }: Update): State {
  const { sent } = wireOf(changes);
  const asDeclared = Object.entries(declared).filter(([name]) => !sent.has(name));
  const asBefore = Object.entries(declaredIn(scope.definition, known.state)).filter(([name]) => sent.has(name));
  return stateAfterWrite(scope, known, Object.fromEntries([...asDeclared, ...asBefore])).state;
}

/** Marks what an update without a response may have changed, so that it counts as changed until a response shows it. */
function withUnconfirmed(state: State, { changes }: Update): State {
  return { ...state, unconfirmed: [...new Set([...state.unconfirmed, ...wireOf(changes).sent.keys()])] };
}

/** Returns the error of an update that Pulumi stores although it failed. */
export function keptError(
  { definition, marked, collection: { connection, trouble } }: Scope,
  { declared }: Update,
  { id, state, reason }: { readonly id: string; readonly state: State; readonly reason: unknown },
): PartialError {
  const stored = state.values;
  const what = { connection, trouble, definition, marked, verb: "update", declared, stored, recordId: id } as const;
  return partialError(what, reason, writeState(state));
}
