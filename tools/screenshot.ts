import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { chromium } from "playwright-core";
import type { DriftReport } from "../cli/drift/report.ts";
import { driftInWords } from "../cli/drift/words.ts";
import { renderMarkdown } from "../cli/report/render.ts";
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

const restApi = { stack: "prod", kind: "Service", name: "rest-api", id: "4" } as const;

const report: DriftReport = {
  version: 1,
  drift: true,
  stacks: ["prod"],
  counts: { overwritten: 2, different: 0, unmanaged: 0, signUps: 0 },
  hubs: [
    {
      hub: "acme",
      overwritten: [
        {
          ...restApi,
          label: "Public API",
          change: "changed",
          properties: [
            { property: "description", live: null, declared: "Public API, all versions" },
            { property: "name", live: "Public API", declared: "REST API" },
          ],
        },
        { ...restApi, name: "bank-transfers", id: "7", label: "Bank transfers", change: "deleted", properties: [] },
      ],
      interrupted: [],
      different: [],
      unmanaged: [],
      signUps: 0,
    },
  ],
};

const style = `
  body { margin: 0; background: #fff; color: #1f2328; font: 14px/1.5 "Liberation Sans", Helvetica, Arial, sans-serif }
  article { border: 1px solid #d1d9e0; border-radius: 6px }
  header { padding: 10px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; color: #59636e }
  header b { color: #1f2328 }
  main { padding: 0 16px 16px }
  h2 { margin: 16px 0; padding-bottom: 5px; border-bottom: 1px solid #d1d9e0; font-size: 21px }
  code { padding: 3px 6px; border-radius: 6px; background: #818b981f; font: 12px "Liberation Mono", monospace }`;

/** A drift report as GitHub shows it in a comment on a pull request. */
const commentPage = `<!doctype html><style>${style}</style>
<article><header><b>github-actions</b> commented 2 minutes ago</header>
<main>${new MarkdownIt().render(renderMarkdown(driftInWords(report)))}</main></article>`;

// Takes the pictures of the docs: the page of the quickstart as visitors see it, and a comment on a pull request.
const emulator = await createEmulator({ preset: { hubs: [hub] } });
const browser = await chromium.launch({ executablePath: await getChromium() });
const page = await browser.newPage({ viewport: { width: 960, height: 200 }, deviceScaleFactor: 1.5 });
const take = (name: string) => page.screenshot({ path: join(repositoryRoot, "docs", name), fullPage: true });

// The emulator's pages forbid styles of others, so this one comes first.
await page.setContent(commentPage);
await take("comment.png");
await page.goto(`${emulator.pageUrl}/hubs/${hub.subdomain}`);
await take("page.png");

await browser.close();
await emulator.close();
