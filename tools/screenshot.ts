import { join } from "node:path";
import { chromium } from "playwright-core";
import { createEmulator } from "../emulator/index.ts";
import quickstart from "../examples/quickstart/page.json" with { type: "json" };
import { commentPage } from "./browser/comment.ts";
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

// Takes the pictures of the docs: the page of the quickstart as visitors see it, and a comment on a pull request.
const emulator = await createEmulator({ preset: { hubs: [hub] } });
const browser = await chromium.launch({ executablePath: await getChromium() });
const page = await browser.newPage({ viewport: { width: 960, height: 200 }, deviceScaleFactor: 1.5 });
const take = (name: string) => page.screenshot({ path: join(repositoryRoot, "docs", name), fullPage: true });

// The emulator's pages forbid styles of others, so this one comes first.
await page.setContent(commentPage());
await take("comment.png");
await page.goto(`${emulator.pageUrl}/hubs/${hub.subdomain}`);
await take("page.png");

await browser.close();
await emulator.close();
