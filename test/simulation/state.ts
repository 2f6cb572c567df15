import type { Values } from "../laws/grpc.ts";
import type { ProviderName } from "./program.ts";

/** A resource as the state has it. */
export interface Kept {
  readonly urn: string;
  readonly name: string;
  readonly kind: string;
  readonly provider: ProviderName;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** URNs of the resources that it refers to. */
  readonly needs: readonly string[];
  /** It was made or changed in part, so that the next `up` updates it whatever the comparison says. */
  readonly isFailed?: boolean;
  /** Its replacement exists, and it is to be deleted; or it is deleted, and its replacement does not exist yet. */
  readonly pending?: "delete" | "replacement";
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

/** What the provider is doing for whom, for those who watch the network. */
export interface Step {
  readonly stack: string;
  readonly urn: string;
  readonly kind: string;
  readonly op: "check" | "diff" | "create" | "update" | "read" | "delete";
  readonly kept?: Kept;
  readonly inputs?: Values;
}
