import { writeSync } from "node:fs";

let isRegistered = false;

/** Prints lines at exit. Pulumi ends this process with SIGINT but still shows lines that are written first. */
export function printAtExit(describe: () => readonly string[]): void {
  if (isRegistered) return;
  isRegistered = true;
  process.once("SIGINT", () => {
    for (const line of describe()) writeSync(process.stdout.fd, `${line}\n`);
    // With our listener removed, the signal has its default effect.
    process.kill(process.pid, "SIGINT");
  });
}
