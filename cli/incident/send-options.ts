import type { Whereabouts } from "../advice.ts";

/** How a command posts. */
export interface SendOptions extends Whereabouts {
  readonly draft?: true;
  readonly silent?: true;
  readonly dryRun?: true;
  readonly yes?: boolean;
}
