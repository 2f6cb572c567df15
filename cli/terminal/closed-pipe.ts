/**
 * Drops output that nobody reads any more: a reader such as `head` may leave early, and that neither ends the work nor
 * changes the exit code.
 */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
