import { join } from "node:path";
import { chromium } from "playwright-core";
import { createEmulator } from "../emulator/index.ts";
import quickstart from "../examples/quickstart/page.json" with { type: "json" };
import { getChromium } from "./browser/get-chromium.ts";
import { repositoryRoot } from "./engine/local.ts";

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

// Takes the picture in the docs: the page of the quickstart as visitors see it.
const emulator = await createEmulator({ preset: { hubs: [hub] } });
const browser = await chromium.launch({ executablePath: await getChromium() });
const page = await browser.newPage({ viewport: { width: 960, height: 200 }, deviceScaleFactor: 1.5 });
await page.goto(`${emulator.pageUrl}/hubs/${hub.subdomain}`);
await page.screenshot({ path: join(repositoryRoot, "docs/page.png"), fullPage: true });

await browser.close();
await emulator.close();
