import { expect, it } from "vitest";
import { startHub, startRun, windowsOf } from "./scene.ts";

/** The requests of a run from its lookups to the end of its window. */
const requests = 10;

it.each(["before", "after"] as const)(
  "[DUR-1] whichever request is the last %s which the process is killed, its window ends as announced, and is the only one",
  async (moment) => {
    for (let last = 0; last < requests; last++) {
      const emulator = await startHub();
      // After the last request, nothing more reaches the service.
      emulator.faults.add({ after: last, drop: moment });
      emulator.faults.add({ after: last, times: Number.POSITIVE_INFINITY, drop: "before" });
      await startRun(emulator)
        .end()
        .catch(() => undefined);
      const windows = windowsOf(emulator);
      expect(["", "12:30:10 to 13:16:00", "12:30:10 to 12:30:11"], `${last}`).toContain(windows.join());
    }
  },
);
