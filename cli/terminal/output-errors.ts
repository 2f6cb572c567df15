import { describeFailure } from "./failure.ts";

/**
 * Drops output after its reader, such as `head`, has closed the pipe: the command continues and keeps its exit code. Any
 * other failure to write, such as a full disk, ends the command.
 */
export function handleOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return;
      process.stderr.write(`${describeFailure(error)}\n`);
      process.exit(1);
    });
  }
}
