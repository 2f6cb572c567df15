import type { TestProject } from "vitest/node";
import { getChromium } from "../../tools/browser/get-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of Chromium. */
    chromium: string;
  }
}

/** Once a run: finds Chromium, or installs it. Without it the run fails. */
export default async function setUp({ provide }: TestProject): Promise<void> {
  provide("chromium", await getChromium());
}
