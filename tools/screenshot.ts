import { join } from "node:path";
import { chromium } from "playwright-core";
import { createEmulator } from "../emulator/index.ts";
import { demoPreset, demoTime, fillDemo } from "./browser/demo.ts";
import { getChromium } from "./browser/get-chromium.ts";
import { repositoryRoot } from "./engine/local.ts";

// Takes docs/page.png: the status page of a hub, as a visitor sees it.
const emulator = await createEmulator({
  limits: "off",
  strict: true,
  preset: demoPreset,
  clock: { now: () => demoTime },
});
await fillDemo(emulator);
const browser = await chromium.launch({ executablePath: await getChromium() });
const page = await browser.newPage({ viewport: { width: 960, height: 900 }, deviceScaleFactor: 1.2 });
await page.goto(`${emulator.pageUrl}/hubs/acme`);
await page.screenshot({ path: join(repositoryRoot, "docs", "page.png"), fullPage: true });
await browser.close();
await emulator.close();
