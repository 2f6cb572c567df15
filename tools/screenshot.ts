import { join } from "node:path";
import { chromium } from "playwright-core";
import { createEmulator } from "../emulator/index.ts";
import { type Sketch, type SketchedHub, sketchPage } from "../emulator/site/sketch-page.ts";
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

// Takes the pictures in the docs: the page of the quickstart as visitors see it, and the sketch that a preview draws.
const emulator = await createEmulator({ preset: { hubs: [hub] } });
const browser = await chromium.launch({ executablePath: await getChromium() });
const page = await browser.newPage({ viewport: { width: 960, height: 200 }, deviceScaleFactor: 1.5 });
await page.goto(`${emulator.pageUrl}/hubs/${hub.subdomain}`);
await page.screenshot({ path: join(repositoryRoot, "docs/page.png"), fullPage: true });

const before: SketchedHub = {
  name: "Acme",
  incidents: [],
  maintenances: [],
  groups: [
    { id: "1", services: [{ id: "1", name: "API", description: "" }] },
    { id: "3", services: [{ id: "2", name: "Card payments", description: "Visa, Mastercard and Amex" }] },
  ],
};
const after: SketchedHub = {
  ...before,
  maintenances: [
    {
      id: "1",
      title: "Database upgrade",
      body: "",
      startTime: "2028-02-06T02:00:00Z",
      endTime: "2028-02-06T04:00:00Z",
      repeats: "",
      affected: [{ name: "Public API", status: "degraded-performance" }],
    },
  ],
  groups: [
    { id: "1", services: [{ id: "1", name: "Public API", description: "" }] },
    { id: "3", services: [{ id: "2", name: "Card payments", description: "Visa and Mastercard" }] },
  ],
};
/** What the README's preview draws. */
const sketch: Sketch = {
  stacks: ["prod"],
  time: "2028-01-30T10:00:00Z",
  summary:
    "Visitors will see 3 changes. 1 manual change will be lost. 4 writes will take about 1 second, at 5 a second.",
  remarks: [],
  updates: [{ hub: "acme", before, after }],
};
const wide = await browser.newPage({ viewport: { width: 1200, height: 200 }, deviceScaleFactor: 1.5 });
await wide.setContent(sketchPage(sketch));
await wide.screenshot({ path: join(repositoryRoot, "docs/page-preview.png"), fullPage: true });

await browser.close();
await emulator.close();
