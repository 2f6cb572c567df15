import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runPulumi } from "../../../cli/project/pulumi.ts";
import { TimeLimit } from "../../../cli/project/time-limit.ts";
import { readNotes } from "../during/scene.ts";
import { projectWith } from "../fake-project.ts";

/** A limit whose time passes as soon as something waits for it. */
function createLimit() {
  let now = 0;
  const sleep = async (milliseconds: number) => {
    now += milliseconds;
  };
  return { limit: new TimeLimit({ now: () => now, sleep }), elapsed: () => now };
}

const never = () => new Promise<never>(() => undefined);

describe("[INC-4] a call of pulumi that only helps", () => {
  it("is named after three seconds, and fails after ten, with what makes it unnecessary", async () => {
    const notes = readNotes();
    const { limit, elapsed } = createLimit();
    await expect(limit.within("stack export", never)).rejects.toThrow(
      /^The command pulumi stack export didn't respond in time.*isn't needed with --hub, --account.*STATUSHUB_API_KEY.*title or the ID of a template\. \[SH6019\]$/,
    );
    expect(notes()).toBe("Waiting for pulumi stack export ...\n");
    expect(elapsed()).toBe(10_000);
  });

  it("shares thirty seconds with all others of the command", async () => {
    readNotes();
    const { limit, elapsed } = createLimit();
    for (const seconds of [10, 20, 30, 30]) {
      await expect(limit.within("stack export", never)).rejects.toThrow("[SH6019]");
      expect(elapsed()).toBe(seconds * 1000);
    }
  });

  it("that responds in time is neither named nor interrupted", async () => {
    const notes = readNotes();
    const limit = new TimeLimit({ now: () => 0, sleep: never });
    expect(await limit.within("config", async (signal) => signal.aborted)).toBe(false);
    expect(notes()).toBe("");
  });

  it.skipIf(process.platform === "win32")("is ended with all that it has started", async () => {
    const { folder, PATH } = await projectWith('sleep 1000 & echo $! > "$(dirname "$0")/pid"; wait');
    vi.stubEnv("PATH", PATH);
    onTestFinished(() => void vi.unstubAllEnvs());
    readNotes();
    const started = () => readFile(join(folder, "pid"), "utf8").then(Number, () => 0);
    const sleep = () => expect.poll(started).toBeGreaterThan(0);
    const limit = new TimeLimit({ now: () => 0, sleep });
    await expect(runPulumi(["stack", "export"], { limit })).rejects.toThrow("[SH6019]");
    const pid = await started();
    // Where nobody collects a process whose parent has ended, it stays a zombie.
    const state = () => readFile(`/proc/${pid}/stat`, "utf8").then((stat) => stat.split(") ")[1]?.[0]);
    await expect.poll(() => state().catch(() => "gone")).toMatch(/^(Z|gone)$/);
  });
});
