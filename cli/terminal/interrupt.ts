import { constants } from "node:os";
import { describeFailure } from "./failure.ts";
import { note } from "./output.ts";

/** Ctrl-C, an end by another process, and a terminal that is closed. */
export const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type Signal = (typeof signals)[number];

const steps = new Set<() => void>();

/** How much of the running work has to settle before the process may exit. */
let unsettled = 0;

let received: Signal | undefined;

function stop(signal: Signal): void {
  // A second Ctrl-C would interrupt the work that restores files.
  if (received !== undefined) return;
  received = signal;
  for (const step of steps) step();
  if (unsettled === 0) exit(signal);
}

const exit = (signal: Signal) => process.exit(128 + constants.signals[signal]);

function listen(): void {
  const isNeeded = steps.size + unsettled > 0;
  for (const signal of signals) {
    // A signal that arrives between the removal of a listener and its return is lost.
    if (process.listeners(signal).some((listener) => listener === stop) === isNeeded) continue;
    if (isNeeded) process.on(signal, stop);
    else process.off(signal, stop);
  }
}

/**
 * Registers a quick clean-up step for Ctrl-C and the like. All registered steps run before the process exits.
 *
 * @returns a function that removes the step
 */
export function onInterrupt(step: () => void): () => void {
  steps.add(step);
  listen();
  return () => {
    steps.delete(step);
    listen();
  };
}

/**
 * Runs work that must not end halfway. After a signal, the registered steps run at once, such as interrupting Pulumi, and the
 * process exits when the work has settled.
 */
export async function untilSettled<Result>(work: () => Promise<Result>): Promise<Result> {
  unsettled++;
  listen();
  try {
    return await work();
  } catch (error) {
    // The process exits before anything else can say why.
    if (received !== undefined && unsettled === 1) note(describeFailure(error));
    throw error;
  } finally {
    unsettled--;
    if (received !== undefined && unsettled === 0) exit(received);
    listen();
  }
}

/** Whether a signal has arrived, so that the work shouldn't begin another step. */
export const isInterrupted = (): boolean => received !== undefined;
