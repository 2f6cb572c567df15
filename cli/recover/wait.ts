import { limits } from "../../provider/inspect.ts";
import type { ExportedStack } from "../project/stack.ts";
import { note } from "../terminal/output.ts";

/** A request of the run may take effect until its time is over, and a run that hasn't ended then writes to the state. */
export async function untilSent({ deployment: { manifest } }: ExportedStack): Promise<void> {
  // Without a time, or with one by a clock that is ahead, the state was written just now.
  const age = Math.max(0, Date.now() - Date.parse(manifest?.time ?? "")) || 0;
  const left = limits.silence - age;
  if (left <= 0) return;
  note(`Waiting ${Math.ceil(left / 1000)} s, until no request of the interrupted run can take effect any more ...`);
  await new Promise((end) => setTimeout(end, left));
}
