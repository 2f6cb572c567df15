import { commandLine } from "./command-line.ts";
import { version } from "./package.ts";
import { describeFailure } from "./terminal/failure.ts";
import { guardTerminal, handleOutputErrors } from "./terminal/output.ts";

export async function run(): Promise<void> {
  handleOutputErrors();
  guardTerminal();
  try {
    await commandLine.version(version).parseAsync();
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = 1;
  }
}
