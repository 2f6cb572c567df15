import { writeSync } from "node:fs";

let isRegistered = false;

/** Pulumi ends this process with SIGINT and still shows what it prints then, if it is written before anything else. */
export function printAtExit(describe: () => readonly string[]): void {
  if (isRegistered) return;
  isRegistered = true;
  process.once("SIGINT", () => {
    for (const line of describe()) writeSync(process.stdout.fd, `${line}\n`);
    // Now that nobody listens any more, the signal does what it does by itself.
    process.kill(process.pid, "SIGINT");
  });
}
