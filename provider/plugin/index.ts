import { writeSync } from "node:fs";
import { describeBudgets } from "../client/account.ts";
import { EngineLog } from "./log.ts";
import { startServer } from "./server.ts";

/**
 * Runs the plugin as Pulumi starts it: the address of the engine is its argument, and its port the first line that it
 * prints.
 */
async function run([address]: readonly string[]): Promise<void> {
  const log = new EngineLog();
  if (address !== undefined) log.attach(address);
  const { port } = await startServer(log);
  writeSync(process.stdout.fd, `${port}\n`);
  process.once("SIGINT", () => {
    for (const line of describeBudgets()) log.info(line);
    // The signal then does what it does by itself.
    void log.flush().finally(() => process.kill(process.pid, "SIGINT"));
  });
}

void run(process.argv.slice(2));
