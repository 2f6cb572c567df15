import type { Values } from "./grpc.ts";
import type { ProviderName } from "./program.ts";

export interface StateEntry {
  readonly urn: string;
  readonly name: string;
  readonly kind: string;
  readonly provider: ProviderName;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  readonly needs: readonly string[];
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  /** Its last operation only partly succeeded, so the next `up` updates it even if nothing differs. */
  readonly isFailed?: boolean;
  /** `delete`: it was replaced but not deleted yet. `replacement`: it was deleted but not replaced yet. */
  readonly pending?: "delete" | "replacement";
  /** When its record was created, by the clock of the machine. */
  readonly created?: number;
}

/** A create or an update that had begun when the state was written. */
export interface PendingOperation {
  readonly type: "creating" | "updating";
  readonly resource: Omit<StateEntry, "id" | "outputs">;
}

/** What a state says about the commands that wrote it. */
export interface Checkpoint {
  /** What was under way when they were killed, the latest first. */
  pending: readonly PendingOperation[];
  /** When it was last written, by the clock of the machine. */
  written: number;
}

export type Operation = "same" | "create" | "update" | "replace" | "delete" | "read";

export interface Done {
  readonly urn: string;
  readonly op: Operation;
  /** The inputs that differ, as the engine shows them. */
  readonly keys: readonly string[];
}

export interface Failed {
  readonly urn: string;
  readonly error: unknown;
  readonly message: string;
}

/** The provider call that a request belongs to. */
export interface Step {
  readonly stack: string;
  readonly urn: string;
  readonly kind: string;
  readonly provider: ProviderName;
  readonly op: "check" | "diff" | "create" | "update" | "read" | "delete";
  readonly entry?: StateEntry;
  readonly inputs?: Values;
}
