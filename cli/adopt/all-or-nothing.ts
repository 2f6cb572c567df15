import { filesRestored, importIncomplete } from "../errors/adopt.ts";
import { createUndo, type Undo } from "../program/undo.ts";
import type { Stack } from "../project/stack.ts";
import { rejectInterrupted, untilSettled } from "../terminal/interrupt.ts";
import { note } from "../terminal/output.ts";
import { type KnownState, readState } from "./state.ts";

export interface Steps<Prepared> {
  readonly prepare: (undo: Pick<Undo, "add">) => Promise<Prepared>;
  readonly run: (prepared: Prepared) => Promise<void>;
}

/**
 * Prepares the project and imports records. If that fails or is interrupted, the changes of the project are undone, unless the
 * state has one of the records by then: a program without it would delete it.
 *
 * @param before the state without the records
 */
export const allOrNothing = <Prepared>(
  stack: Stack,
  before: KnownState,
  { prepare, run }: Steps<Prepared>,
): Promise<void> =>
  untilSettled(async () => {
    const undo = createUndo();
    let mayBeImported = false;
    try {
      const prepared = await prepare(undo);
      rejectInterrupted();
      mayBeImported = true;
      await run(prepared);
    } catch (error) {
      if (mayBeImported && (await hasMore(stack, before))) note(importIncomplete());
      else if (await undo.run()) note(filesRestored());
      throw error;
    }
  });

/** Whether the state has more records than before. If it can't be read, it may. */
async function hasMore(stack: Stack, before: KnownState): Promise<boolean> {
  const known = new Set(before.managed.map(({ urn }) => urn));
  try {
    return (await readState(stack)).managed.some(({ urn }) => !known.has(urn));
  } catch {
    return true;
  }
}
