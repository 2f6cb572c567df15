import { isDeepStrictEqual } from "node:util";
import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isDeleted } from "../../../model/api/live.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { adoptIn, declaredIn, hubCreatedKey, type Kept } from "../forms/state.ts";
import { storedAfterRead } from "../forms/stored.ts";
import type { Scope, Target } from "./scope.ts";

export interface ReadResult extends Kept {
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
  { id, stored }: Kept,
  shownOf = (live: Live): Live => live,
): Promise<ReadResult | undefined> {
  const asFound = (live: Live) => foundAs({ ...scope, id }, shownOf(live), stored);
  const live = await findExisting(scope, { id, stored }, asFound);
  return live && asFound(live);
}

/**
 * Returns the record if it is left. A difference in a list is confirmed by reading the record, because lists may shorten
 * text. Documented: only subscriptions can be restored. Any other deleted record counts as gone, and is created again.
 */
export async function findExisting(
  { definition, collection }: Scope,
  { id, stored }: Kept,
  asFound: (live: Live) => ReadResult,
): Promise<Live | undefined> {
  const isUnchanged = (listed: Live) => !isDeleted(listed) && isAsStored(definition, stored, asFound(listed).stored);
  const live = await collection.read(id, isUnchanged);
  return live !== undefined && isDeleted(live) && definition.operations.restore === undefined ? undefined : live;
}

/**
 * Whether the live values match the state. A value that the state never had (null, for a value that the API sets)
 * doesn't count as a difference.
 */
function isAsStored({ outputs: others }: Definition, stored: Stored, now: Stored): boolean {
  const names = new Set([...Object.keys(now), ...Object.keys(stored)]);
  return [...names].every(
    (name) =>
      isDeepStrictEqual(now[name], stored[name]) ||
      ((stored[name] ?? null) === null && name in others) ||
      // A hub, and not a record, says when it was created.
      name === hubCreatedKey,
  );
}

export function foundAs(record: Target, live: Live, before: Stored): ReadResult {
  const stored = storedAfterRead({ ...record, live }, before);
  const declared = Object.keys(declaredIn(record.definition, before)).map((name) => [name, stored[name]]);
  const mark = isDeleted(live) ? { deleted: true } : {};
  const inputs = { ...Object.fromEntries(declared), ...adoptIn(stored), ...mark };
  return { id: record.id, stored: { ...stored, ...mark }, declared: inputs };
}

/** Returns how to read a record that somebody might have deleted; the result is undefined if so. */
export const unlessDeleted =
  (read: (id: string) => Promise<Live | undefined>) =>
  async (id: string): Promise<Live | undefined> => {
    const live = await read(id);
    return live === undefined || isDeleted(live) ? undefined : live;
  };
