import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { repositoryRoot } from "../../../tools/engine/local.ts";

/** Works until its input ends, and says what it does. */
const program = `
  import { onInterrupt, untilSettled } from "${pathToFileURL(join(repositoryRoot, "cli/terminal/interrupt.ts"))}";
  onInterrupt(() => {
    console.log("cleaned");
    process.stdin.destroy();
  });
  const working = untilSettled(() => new Promise((_, reject) => {
    process.stdin.on("close", () => {
      console.log("settled");
      reject(new Error("the import failed"));
    }).resume();
  }));
  console.log("working");
  // The signal arrives before another step is registered.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  onInterrupt(() => undefined);
  await working;
  console.log("not reached after a signal");
`;

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)(
  "after %s, cleans up, finishes what must not end halfway, says why it failed, and exits with %i",
  async (signal, code) => {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    const exit = once(child, "exit");
    const printed = text(child.stdout);
    const told = text(child.stderr);
    await once(child.stdout, "readable");
    child.kill(signal);
    expect(await exit).toEqual([code, null]);
    expect((await printed).split("\n")).toEqual(["working", "cleaned", "settled", ""]);
    expect(await told).toBe("The import failed.\n");
  },
);
