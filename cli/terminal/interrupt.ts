import { constants } from "node:os";

/**
 * Ends the process as soon as the user presses Ctrl-C, after a last quick step: removing what is half done.
 *
 * @returns ends the watch
 */
export function onInterrupt(step: () => void): () => void {
  const stop = (signal: "SIGINT" | "SIGTERM") => {
    step();
    process.exit(128 + constants.signals[signal]);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return () => void process.off("SIGINT", stop).off("SIGTERM", stop);
}
