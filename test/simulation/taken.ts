import type { Values } from "../engine-model/grpc.ts";
import type { Kept } from "../engine-model/host.ts";
import type { StateEntry, Step } from "../engine-model/state.ts";
import { keyOfEntry } from "./kinds.ts";
import { Violation } from "./violation.ts";

/** Whether a program takes a record that exists instead of making one. */
export const isAdopting = ({ adopt }: Values): boolean => adopt !== undefined && adopt !== false;

/** Whether two resources of a stack have one record: with --target, one has taken it from another that is still in the state. */
export const isShared = (entry: StateEntry, state: readonly StateEntry[]): boolean =>
  state.filter((each) => keyOfEntry(each) === keyOfEntry(entry)).length > 1;

/**
 * The reference model of what was taken: a record that a resource has adopted, and not made, until an update of the resource without
 * `adopt`. Meanwhile, the stack neither replaces nor deletes it.
 */
export class Taken {
  /** Each as `stack table/id`. */
  readonly #taken = new Set<string>();
  readonly #released = new Set<string>();

  has(stack: string, key: string): boolean {
    return this.#taken.has(`${stack} ${key}`);
  }

  /** Whether a stack has taken a record, and then managed it like any other. */
  isReleased(stack: string, key: string): boolean {
    return this.#released.has(`${stack} ${key}`);
  }

  /**
   * Notes what a create or an update has left in the state.
   *
   * @param isMade whether it has made the record
   * @param isWhole whether it has succeeded
   */
  note(step: Step, kept: Kept, { isMade, isWhole }: { readonly isMade: boolean; readonly isWhole: boolean }): void {
    const { stack, kind, entry, inputs = {} } = step;
    if (kind === "Hub") return;
    const name = `${stack} ${keyOfEntry({ kind, ...kept })}`;
    const before = entry === undefined ? undefined : `${stack} ${keyOfEntry(entry)}`;
    const wasTaken = before !== undefined && this.#taken.has(before);
    const mayBeTaken = step.op === "create" || wasTaken;
    if (isMade || !mayBeTaken) {
      if (before !== undefined) this.#taken.delete(before);
      return;
    }
    const isTaken = isAdopting(inputs) || (wasTaken && !isWhole);
    if (before !== undefined) this.#taken.delete(before);
    if (isTaken) this.#taken.add(name);
    if (isTaken) this.#released.delete(name);
    else if (wasTaken) this.#released.add(name);
  }

  /** Notes that somebody, or a stack, has deleted a record: if it comes back, it isn't what the stack has taken. */
  noteDeleted(key: string): void {
    for (const name of this.#released) if (name.endsWith(` ${key}`)) this.#released.delete(name);
  }

  /**
   * @param state of the step's stack
   * @throws Violation if a deletion changes what was taken, unless another entry of the state has it
   */
  checkDelete({ stack, kind, entry }: Step, state: readonly StateEntry[], what: string): void {
    if (entry === undefined || !this.has(stack, keyOfEntry(entry))) return;
    if (!isShared(entry, state)) throw new Violation(`OWN-6: a ${kind} that was taken is deleted`, what);
  }

  /** Returns what is taken now. */
  snapshot(): Pick<Taken, "has"> {
    const taken = new Set(this.#taken);
    return { has: (stack, key) => taken.has(`${stack} ${key}`) };
  }
}
