import { join } from "node:path";
import { chromium } from "playwright-core";
import { createEmulator } from "../emulator/index.ts";
import { commentPage } from "./browser/comment.ts";
import { demoPreset, demoTime } from "./browser/demo.ts";
import { getChromium } from "./browser/get-chromium.ts";
import { repositoryRoot } from "./engine/local.ts";

// Takes the pictures of the docs: a status page as visitors see it, and a comment on a pull request.
const emulator = await createEmulator({ preset: demoPreset, clock: { now: () => demoTime } });
const browser = await chromium.launch({ executablePath: await getChromium() });
const page = await browser.newPage({ viewport: { width: 960, height: 200 }, deviceScaleFactor: 1.5 });
const take = (name: string) => page.screenshot({ path: join(repositoryRoot, "docs", name), fullPage: true });

// The emulator's pages forbid styles of others, so this one comes first.
await page.setContent(commentPage());
await take("comment.png");
await page.goto(`${emulator.pageUrl}/hubs/acme`);
await take("page.png");

await browser.close();
await emulator.close();
