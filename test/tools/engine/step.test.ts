import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runStep } from "../../../tools/engine/step.ts";

const shell = (script: string) => ({ title: "A step", command: "sh", args: ["-c", script], limit: 30 });

test("returns the command's stdout", async () => {
  expect(await runStep(shell("echo out; echo err >&2"))).toBe("out\n");
});

test("a failure carries the command's own words", async () => {
  await expect(runStep(shell("echo no such module >&2; exit 3"))).rejects.toThrow(
    "A step: exit code 3\nno such module",
  );
});

test("a missing command is an error that names it", async () => {
  await expect(runStep({ ...shell(""), command: "no-such-command" })).rejects.toThrow(
    "A step: spawn no-such-command ENOENT",
  );
});

test("a step over its time limit ends with all its descendants", async () => {
  // The step is over when its output is closed, which the command's own child keeps open for a minute.
  await expect(runStep({ ...shell("sleep 60 & wait"), limit: 0.3 })).rejects.toThrow("A step: no end after 0.3 s");
});

test("Ctrl-C ends the command, and the step fails so that callers can clean up", async () => {
  const module = new URL("../../../tools/engine/step.ts", import.meta.url);
  const program = `
    const { runStep } = await import("${module}");
    const step = { title: "A step", command: "sh", args: ["-c", "sleep 60 & wait"], limit: 30 };
    setTimeout(() => process.kill(process.pid, "SIGINT"), 100);
    await runStep(step).catch((error) => console.log(error.name));
  `;

  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);

  expect(stdout).toBe("InterruptedError\n");
});
