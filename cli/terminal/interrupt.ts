import { constants } from "node:os";

const steps = new Set<() => void>();

function stop(signal: "SIGINT" | "SIGTERM"): void {
  for (const step of steps) step();
  process.exit(128 + constants.signals[signal]);
}

/**
 * Adds a last quick step, such as removing what is half done, for when the user presses Ctrl-C. All steps run, and the
 * process ends.
 *
 * @returns takes the step back
 */
export function onInterrupt(step: () => void): () => void {
  if (steps.size === 0) process.on("SIGINT", stop).on("SIGTERM", stop);
  steps.add(step);
  return () => {
    steps.delete(step);
    if (steps.size === 0) process.off("SIGINT", stop).off("SIGTERM", stop);
  };
}
