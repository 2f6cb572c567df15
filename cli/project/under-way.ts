import { limits } from "../../provider/inspect.ts";
import type { Deployment } from "./stack.ts";

/**
 * Milliseconds until a run that has begun the pending operations of a state has certainly ended: it would have written to the
 * state by then, and no request of it can take effect any more.
 */
export function silenceLeft({ manifest }: Deployment, now: number): number {
  const age = now - Date.parse(manifest?.time ?? "");
  // Without a time, or with one by a clock that is ahead, the state was written just now.
  const isKnown = age >= 0;
  return isKnown ? Math.max(0, limits.silence - age) : limits.silence;
}

/** Whether a state looks as if an update is under way. A run that was killed less than a minute ago leaves the same. */
export function isUnderWay(deployment: Deployment, now: number): boolean {
  const isPending = (deployment.pending_operations ?? []).length > 0;
  return isPending && silenceLeft(deployment, now) > 0;
}
