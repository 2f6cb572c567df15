import type { Step } from "../engine-model/state.ts";

export interface Creation {
  readonly stack: string;
  readonly urn: string;
  readonly step: Step;
  /** No output could report it, because its command had been killed or had already failed. */
  isLost: boolean;
  /** It is one that somebody had deleted, under a new ID. */
  readonly isRestored?: boolean;
  isDeleted?: true;
}
