import { describeFailure } from "./failure.ts";

/** The reader, such as `head`, has closed the pipe, or the terminal was closed. */
const isClosed = ({ code = "" }: NodeJS.ErrnoException) => ["EPIPE", "EIO"].includes(code);

/**
 * Drops output that can't be written, for example because the disk is full. The command continues in any case, because it may
 * have changed something that it still has to finish. If a result is lost that somebody could have read, the exit code says so.
 */
export function handleOutputErrors(): void {
  process.stderr.on("error", () => undefined);
  let isLost = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isClosed(error) || isLost) return;
    isLost = true;
    process.stderr.write(`${describeFailure(error)}\n`);
    process.once("exit", () => {
      process.exitCode = 1;
    });
  });
}
