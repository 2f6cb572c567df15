import { onTestFinished } from "vitest";
import { createEmulator, type Emulator, type EmulatorOptions } from "../emulator/index.ts";

/** Starts an emulator that is closed after the test: strict and without limits by default. */
export async function temporaryEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await createEmulator({ limits: "off", strict: true, ...options });
  onTestFinished(() => emulator.close());
  return emulator;
}
