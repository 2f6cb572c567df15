import type { TestProject } from "vitest/node";
import { getChromium } from "../../tools/browser/get-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    chromium: string;
  }
}

/** Finds or installs Chromium, once per run. If neither works, the run fails. */
export default async function setup({ provide }: TestProject): Promise<void> {
  provide("chromium", await getChromium());
}
