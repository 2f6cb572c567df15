import { CommandError, sentence } from "../terminal/failure.ts";
import { reasonOf, runPulumi } from "./pulumi.ts";

/** The name of the stack that is selected in a project. */
export async function selectedStack(cwd: string): Promise<string> {
  const run = await runPulumi(["stack", "--show-name"], { cwd });
  if (run.code === 0) return run.stdout.trim();
  throw new CommandError(
    `No stack is selected in ${cwd}: ${sentence(reasonOf(run))} Select one, or name it with --stack.`,
  );
}
