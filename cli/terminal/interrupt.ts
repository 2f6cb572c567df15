import { constants } from "node:os";
import { describeFailure } from "./failure.ts";
import { note } from "./output.ts";

/*
 * After a signal, the registered steps run at once, such as interrupting Pulumi. The process exits when no work is under way that must not
 * end halfway.
 */

/** Ctrl-C, an end by another process, and a terminal that is closed. */
export const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type Signal = (typeof signals)[number];

const steps = new Set<() => void>();

/** How many pieces of work are under way that must not end halfway. */
let unsettled = 0;

/** The first signal. */
let received: Signal | undefined;

let isListening = false;

/**
 * Registers a quick step for Ctrl-C and the like.
 *
 * @returns a function that removes the step
 */
export function onInterrupt(step: () => void): () => void {
  steps.add(step);
  listenIfNeeded();
  return () => {
    steps.delete(step);
    listenIfNeeded();
  };
}

/** Runs work that must not end halfway, such as writing several files. After a signal, the process exits when it has settled. */
export async function untilSettled<Result>(work: () => Promise<Result>): Promise<Result> {
  unsettled += 1;
  listenIfNeeded();
  try {
    return await work();
  } catch (error) {
    const isLast = unsettled === 1;
    // The process exits before anything else can say why.
    if (received !== undefined && isLast) note(describeFailure(error));
    throw error;
  } finally {
    unsettled -= 1;
    exitIfInterrupted();
    listenIfNeeded();
  }
}

/** Whether a signal has arrived, so that the work shouldn't begin another step. */
export const isInterrupted = (): boolean => received !== undefined;

function stop(signal: Signal): void {
  // A second Ctrl-C would interrupt the work that restores files.
  if (received !== undefined) return;
  received = signal;
  for (const step of steps) step();
  exitIfInterrupted();
}

/** Exits after a signal, unless work is under way. */
function exitIfInterrupted(): void {
  if (received !== undefined && unsettled === 0) process.exit(128 + constants.signals[received]);
}

/** Listens to signals as long as there is something to do after one. Otherwise, a signal ends the process by itself. */
function listenIfNeeded(): void {
  const isNeeded = steps.size > 0 || unsettled > 0;
  // Listeners that are still needed stay: a signal that arrives between the removal of one and its return is lost.
  if (isNeeded === isListening) return;
  isListening = isNeeded;
  for (const signal of signals) {
    if (isNeeded) process.on(signal, stop);
    else process.off(signal, stop);
  }
}
