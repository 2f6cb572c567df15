import { describeFailure } from "./failure.ts";

/** The reader, such as `head`, has closed the pipe, or the terminal was closed. */
const isClosed = ({ code = "" }: NodeJS.ErrnoException) => ["EPIPE", "EIO"].includes(code);

/**
 * Drops output that nobody can read any more: the command continues and keeps its exit code. Any other failure to write,
 * such as a full disk, ends the command.
 */
export function handleOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (isClosed(error)) return;
      process.stderr.write(`${describeFailure(error)}\n`);
      process.exit(1);
    });
  }
}
