import { constants } from "node:os";

const steps = new Set<() => void>();

function stop(signal: "SIGINT" | "SIGTERM"): void {
  for (const step of steps) step();
  process.exit(128 + constants.signals[signal]);
}

/**
 * Registers a quick clean-up step for Ctrl-C. All registered steps run before the process exits.
 *
 * @returns a function that removes the step
 */
export function onInterrupt(step: () => void): () => void {
  if (steps.size === 0) process.on("SIGINT", stop).on("SIGTERM", stop);
  steps.add(step);
  return () => {
    steps.delete(step);
    if (steps.size === 0) process.off("SIGINT", stop).off("SIGTERM", stop);
  };
}
