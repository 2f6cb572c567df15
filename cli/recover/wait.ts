import type { ExportedStack } from "../project/stack.ts";
import { silenceLeft } from "../project/under-way.ts";
import { note } from "../terminal/output.ts";

/** A request of the run may take effect until its time is over, and a run that hasn't ended then writes to the state. */
export async function untilSent({ deployment }: ExportedStack): Promise<void> {
  const left = silenceLeft(deployment, Date.now());
  if (left <= 0) return;
  note(`Waiting ${Math.ceil(left / 1000)} s, until no request of the interrupted run can take effect any more ...`);
  await new Promise((end) => setTimeout(end, left));
}
