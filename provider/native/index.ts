import { writeSync } from "node:fs";
import { EngineLog } from "./log.ts";
import { startServer } from "./server.ts";

/**
 * Runs the native provider as Pulumi starts it: the argument is the engine's address, and the first printed line must
 * be our port.
 */
async function run([address]: readonly string[]): Promise<void> {
  const log = new EngineLog();
  if (address !== undefined) log.attach(address);
  const { port, idle, end } = await startServer(log);
  writeSync(process.stdout.fd, `${port}\n`);
  process.once("SIGINT", () => {
    // The signal then has its default effect.
    void end().finally(() => process.kill(process.pid, "SIGINT"));
  });
  if (address === undefined) return;
  await log.ended();
  // A write that is under way is finished, because its record is in no state yet.
  await idle();
  await end();
  process.exit();
}

void run(process.argv.slice(2));
