import { isDeepStrictEqual } from "node:util";
import type { Declared, Live } from "../../../model/api/form.ts";
import { isDeleted, isLeft } from "../../../model/api/live.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { adoptIn, declaredIn, type Known, type State } from "../forms/state.ts";
import { stateAfterRead } from "../forms/stored.ts";
import type { Scope, Target } from "./scope.ts";

export interface ReadResult extends Known {
  /** The live values of the declared properties, in the form in which a program declares them. */
  readonly declared: Declared;
}

/**
 * Reads the record in the state; `undefined` if it is gone.
 *
 * @param shownOf what counts of a response. @default all of it
 */
export async function readRecord(
  scope: Scope,
  { id, state }: Known,
  shownOf = (live: Live): Live => live,
): Promise<ReadResult | undefined> {
  const asFound = (live: Live) => foundAs({ ...scope, id }, shownOf(live), state);
  const live = await findExisting(scope, { id, state }, asFound);
  return live && asFound(live);
}

/**
 * Returns the record if it is left. A difference in a list is confirmed by reading the record, because lists may shorten
 * text. Documented: only subscriptions can be restored. Any other deleted record counts as gone, and is created again.
 */
export async function findExisting(
  { definition, collection }: Scope,
  { id, state }: Known,
  asFound: (live: Live) => ReadResult,
): Promise<Live | undefined> {
  const isUnchanged = (listed: Live) => isLeft(listed) && isAsStored(definition, state, asFound(listed).state);
  const live = await collection.read(id, isUnchanged);
  return isLeft(live) || definition.operations.restore !== undefined ? live : undefined;
}

/**
 * Whether a state that was just read is the one of before. A value that it never had (null, for a value that the API sets) doesn't count
 * as a difference.
 */
function isAsStored({ outputs }: Definition, before: State, now: State): boolean {
  const names = new Set([...Object.keys(now.values), ...Object.keys(before.values)]);
  const isSame = (name: string) => {
    const value = before.values[name];
    const isNew = (value ?? null) === null && name in outputs;
    return isNew || isDeepStrictEqual(now.values[name], value);
  };
  // A hub, and not a record, says when it was created.
  const others = { values: before.values, hubCreatedAt: before.hubCreatedAt };
  return [...names].every(isSame) && isDeepStrictEqual({ ...now, ...others }, before);
}

export function foundAs(record: Target, live: Live, before: State): ReadResult {
  const state = stateAfterRead(record, live, before);
  const declared = Object.keys(declaredIn(record.definition, before)).map((name) => [name, state.values[name]]);
  const mark = isDeleted(live) ? { deleted: true } : {};
  const inputs = { ...Object.fromEntries(declared), ...adoptIn(state), ...mark };
  return { id: record.id, state: { ...state, values: { ...state.values, ...mark } }, declared: inputs };
}

/** Returns a record that isn't compared with the page, because it is history. */
export const foundUnchanged = (definition: Definition, { id, state }: Known): ReadResult => ({
  id,
  state,
  declared: { ...declaredIn(definition, state), ...adoptIn(state) },
});

/** Returns how to read a record that somebody might have deleted; the result is undefined if so. */
export const unlessDeleted =
  (read: (id: string) => Promise<Live | undefined>) =>
  async (id: string): Promise<Live | undefined> => {
    const live = await read(id);
    return isLeft(live) ? live : undefined;
  };
