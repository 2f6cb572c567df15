import { join } from "node:path";
import { chromium } from "playwright-core";
import { createEmulator } from "../emulator/index.ts";
import { demoPreset, demoTime } from "./browser/demo.ts";
import { getChromium } from "./browser/get-chromium.ts";
import { repositoryRoot } from "./engine/local.ts";

// Takes the picture of the docs: a status page as visitors see it.
const emulator = await createEmulator({ preset: demoPreset, clock: { now: () => demoTime } });
const browser = await chromium.launch({ executablePath: await getChromium() });
const page = await browser.newPage({ viewport: { width: 960, height: 200 }, deviceScaleFactor: 1.5 });

await page.goto(`${emulator.pageUrl}/hubs/acme`);
await page.screenshot({ path: join(repositoryRoot, "docs/page.png"), fullPage: true });

await browser.close();
await emulator.close();
