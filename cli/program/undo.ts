import { withoutCode } from "../../model/problem.ts";
import { notUndone } from "../errors/command.ts";
import { note } from "../terminal/output.ts";

/** The changes of a project that are undone together. */
export interface Undo {
  /**
   * Registers a change.
   *
   * @param what a file or folder, or what else has changed
   * @param step undoes it. It learns whether all later changes were undone
   */
  add(what: string, step: (isWhole: boolean) => unknown): void;
  /**
   * Undoes the changes, the last one first. Each is tried, because one that can't be undone is no reason to keep the others, and
   * none throws, because that would hide why they are undone.
   *
   * @returns whether all were undone; the others are named on stderr
   */
  run(): Promise<boolean>;
}

export function createUndo(): Undo {
  const changes: { readonly what: string; readonly step: (isWhole: boolean) => unknown }[] = [];
  return {
    add: (what, step) => void changes.unshift({ what, step }),
    async run() {
      let isWhole = true;
      for (const { what, step } of changes) {
        try {
          await step(isWhole);
        } catch (error) {
          isWhole = false;
          note(notUndone({ what, reason: withoutCode(error instanceof Error ? error.message : String(error)) }));
        }
      }
      return isWhole;
    },
  };
}
