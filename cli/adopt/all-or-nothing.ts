import { filesRestored, importIncomplete } from "../../errors/adopt.ts";
import type { Resource } from "../program/resource.ts";
import type { Stack } from "../project/stack.ts";
import { rejectInterrupted, untilSettled } from "../terminal/interrupt.ts";
import { note } from "../terminal/paint.ts";
import { readState } from "./state.ts";

export interface Steps {
  /** Changes the project. Registers how each change is undone. */
  readonly prepare: (undo: (step: () => unknown) => void) => Promise<void>;
  /** Imports the records. */
  readonly run: () => Promise<void>;
}

/**
 * Prepares the project and imports records. However that ends before the state has one of the records, the project is as it
 * was before; afterwards, it stays prepared.
 */
export const allOrNothing = (stack: Stack, records: readonly Resource[], { prepare, run }: Steps): Promise<void> =>
  untilSettled(async () => {
    const undo: (() => unknown)[] = [];
    let mayBeImported = false;
    try {
      await prepare((step) => undo.unshift(step));
      rejectInterrupted();
      mayBeImported = true;
      await run();
    } catch (error) {
      if (mayBeImported && (await holdsAny(stack, records))) {
        note(importIncomplete());
      } else {
        for (const step of undo) await step();
        note(filesRestored());
      }
      throw error;
    }
  });

/** Whether the state has one of the records. If it can't be read, it may. */
async function holdsAny(stack: Stack, records: readonly Resource[]): Promise<boolean> {
  try {
    const state = await readState(stack);
    return records.some(({ kind, name }) => state.records.some((known) => known.kind === kind && known.name === name));
  } catch {
    return true;
  }
}
