import { writeSync } from "node:fs";
import { endInOrder } from "../run/ending.ts";
import { EngineLog } from "./log.ts";
import { startServer } from "./server.ts";

/**
 * Runs the native provider as Pulumi starts it: the argument is the engine's address, and the first printed line must
 * be our port.
 */
async function run([address]: readonly string[]): Promise<void> {
  const log = new EngineLog();
  if (address !== undefined) log.attach(address);
  const server = await startServer(log);
  writeSync(process.stdout.fd, `${server.port}\n`);
  await endInOrder(server, address);
  process.exit();
}

void run(process.argv.slice(2));
