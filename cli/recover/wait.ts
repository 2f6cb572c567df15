import { limits } from "../../provider/inspect.ts";
import type { ExportedStack } from "../project/stack.ts";
import { note } from "../terminal/output.ts";

/** A request that was under way when the run was killed may take effect until its time is over. */
export async function untilSent({ deployment: { manifest } }: ExportedStack): Promise<void> {
  // Without a time, or with one by a clock that is ahead, the state was written just now.
  const age = Math.max(0, Date.now() - Date.parse(manifest?.time ?? "")) || 0;
  const left = limits.response - age;
  if (left <= 0) return;
  note(`Waiting ${Math.ceil(left / 1000)} s, until no request of the interrupted run can take effect any more ...`);
  await new Promise((end) => setTimeout(end, left));
}
