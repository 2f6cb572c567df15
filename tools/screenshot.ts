import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { createEmulator } from "../emulator/index.ts";
import { demoPreset, demoTime } from "./browser/demo.ts";
import { driftReport } from "./browser/drift-report.ts";
import { getChromium } from "./browser/get-chromium.ts";
import { previewReport } from "./browser/preview-report.ts";
import { probeReport } from "./browser/probe-report.ts";
import { repositoryRoot } from "./engine/local.ts";

// Takes the pictures of the docs: docs/page.png, a status page as visitors see it, and the reports about the same page in a
// pull request, docs/drift.png and docs/preview.png; and a result of probe, docs/probe.png.
const emulator = await createEmulator({ preset: demoPreset, clock: { now: () => demoTime } });
const browser = await chromium.launch({ executablePath: await getChromium() });

async function take(name: string, show: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 960, height: 200 }, deviceScaleFactor: 1.5 });
  await show(page);
  await page.screenshot({ path: join(repositoryRoot, "docs", name), fullPage: true });
}

await take("page.png", (page) => page.goto(`${emulator.pageUrl}/hubs/acme`));
await take("drift.png", (page) => page.setContent(driftReport));
await take("preview.png", (page) => page.setContent(previewReport));
const probed = await probeReport();
await take("probe.png", (page) => page.setContent(probed));
await browser.close();
await emulator.close();
