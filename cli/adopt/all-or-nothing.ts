import { filesRestored, importIncomplete } from "../../errors/adopt.ts";
import type { Stack } from "../project/stack.ts";
import { rejectInterrupted, untilSettled } from "../terminal/interrupt.ts";
import { note } from "../terminal/paint.ts";
import { type KnownState, readState } from "./state.ts";

export interface Steps<Prepared> {
  /** Changes the project. Registers how each change is undone. */
  readonly prepare: (undo: (step: () => unknown) => void) => Promise<Prepared>;
  /** Imports the records. */
  readonly run: (prepared: Prepared) => Promise<void>;
  /** Returns the file that stays when the changes are undone. @default all are undone */
  readonly kept?: () => string | undefined;
}

/**
 * Prepares the project and imports records. However that ends before the state has one of the records, the project is as it
 * was before; afterwards, it stays prepared.
 *
 * @param before the state without the records
 */
export const allOrNothing = <Prepared>(
  stack: Stack,
  before: KnownState,
  { prepare, run, kept }: Steps<Prepared>,
): Promise<Prepared> =>
  untilSettled(async () => {
    const undo: (() => unknown)[] = [];
    let mayBeImported = false;
    try {
      const prepared = await prepare((step) => undo.unshift(step));
      rejectInterrupted();
      mayBeImported = true;
      await run(prepared);
      return prepared;
    } catch (error) {
      if (mayBeImported && (await hasMore(stack, before))) {
        note(importIncomplete());
      } else {
        for (const step of undo) await step();
        const path = kept?.();
        note(path === undefined ? filesRestored.all() : filesRestored.page({ path }));
      }
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
