import { join } from "node:path";
import { chromium } from "playwright-core";
import { createEmulator } from "../emulator/index.ts";
import quickstart from "../examples/quickstart/page.json" with { type: "json" };
import { getChromium } from "./browser/get-chromium.ts";
import { repositoryRoot } from "./engine/local.ts";
import { framed } from "./pictures/frame.ts";
import { runGuide } from "./pictures/guide.ts";

/*
 * Takes the pictures in the docs: the page of the quickstart as visitors see it, and what a run of the guide to reviews shows
 * people who decide.
 */

const groups = quickstart.groups.map(({ key }) => key);

/** The page that the quickstart makes. */
const hub = {
  subdomain: "tor-project",
  name: quickstart.page.name,
  product_url: quickstart.page.url,
  groups: quickstart.groups.map(({ name }) => name),
  services: quickstart.services.map(({ name, group, description }) => {
    return { name, group_id: groups.indexOf(group) + 1, description };
  }),
};

const reports = await runGuide();
const emulator = await createEmulator({ preset: { hubs: [hub] } });
const browser = await chromium.launch({ executablePath: await getChromium() });

/** Sharp enough to read, and small enough for the repository. */
const deviceScaleFactor = 1.25;
const open = (width: number) => browser.newPage({ viewport: { width, height: 200 }, deviceScaleFactor });

/** As wide as the text on a page of the docs. */
const columnWidth = 760;

async function draw(name: string, html: string, width = columnWidth): Promise<void> {
  const page = await open(width);
  await page.setContent(html);
  await page.screenshot({ path: join(repositoryRoot, `docs/${name}.png`), fullPage: true });
}

const page = await open(960);
await page.goto(`${emulator.pageUrl}/hubs/${hub.subdomain}`);
await page.screenshot({ path: join(repositoryRoot, "docs/page.png"), fullPage: true });

// It has both sides beside each other from this width on.
await draw("page-preview", reports.sketch, 960);
await draw("pull-request", framed({ "A comment on a pull request": reports.preview }));
await draw("drift-issue", framed({ "An issue": reports.drift, "A comment on the issue": reports.keep }));

await browser.close();
await emulator.close();
