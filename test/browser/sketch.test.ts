import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { type Sketch, type SketchedHub, sketchPage } from "../../emulator/site/sketch-page.ts";
import { attacks } from "../emulator/site/attacks.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { contrastFaults, layoutFaults } from "./faults.ts";

let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/** Opens a sketch from disk, and notes every request, dialog and error. */
async function openSketch(sketch: Sketch, options: BrowserContextOptions = {}) {
  browser ??= chromium.launch({ executablePath: inject("chromium") });
  const context = await (await browser).newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const path = join(await temporaryFolder(), "page.html");
  await writeFile(path, sketchPage(sketch));
  const url = pathToFileURL(path).href;
  const noticed: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== url) noticed.push(request.url());
  });
  page.on("console", (message) => noticed.push(message.text()));
  page.on("pageerror", (error) => noticed.push(error.message));
  page.on("dialog", (dialog) => {
    noticed.push(`a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  await page.goto(url);
  return { page, noticed };
}

/** A hub that has this text everywhere, and so many services. */
const hubWith = (text: string, count: number): SketchedHub => ({
  name: text,
  groups: [
    {
      id: text,
      services: Array.from({ length: count }, (_, index) => ({
        id: `${index}`,
        name: `${text} ${index}`,
        description: text,
      })),
    },
  ],
  maintenances: [
    {
      id: "1",
      title: text,
      body: text,
      startTime: "2126-03-06T02:00:00Z",
      endTime: text,
      repeats: text,
      affected: [{ name: text, status: text }],
    },
  ],
  incidents: [{ id: "1", title: text, type: text, startTime: text }],
});

const sketchOf = (before: string, after: string, count = 3): Sketch => ({
  stacks: [before],
  time: "2126-03-01T00:00:00Z",
  summary: before,
  remarks: [{ heading: before, lines: [before] }],
  updates: [{ hub: before, before: hubWith(before, count), after: hubWith(after, count) }],
});

test("a sketch runs no script, shows no dialog and requests nothing, whatever its texts are", async () => {
  const extra = ["<img onerror=alert(1) src=x>", "</style><script>alert(1)</script>", "<style>*{display:none}</style>"];
  const text = [...attacks, ...extra].join("");
  const { page, noticed } = await openSketch(sketchOf(text, `${text}!`));
  expect(noticed).toEqual([]);
  expect(await page.locator("script, img, iframe, svg, form, main style").count()).toBe(0);
  expect(await page.locator("main").isVisible()).toBe(true);
});

test.each([
  ["light", 3],
  ["dark", 100],
] as const)("a sketch is readable: %s, with %i services", async (colorScheme, count) => {
  for (const width of [360, 1280]) {
    const { page } = await openSketch(sketchOf("Acme", "Acme Cloud", count), {
      colorScheme,
      viewport: { width, height: 900 },
    });
    expect(await page.evaluate(contrastFaults)).toEqual([]);
    expect(await page.evaluate(layoutFaults)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  }
});

test("on a narrow screen, a sketch shows one side at a time", async () => {
  const { page } = await openSketch(sketchOf("Acme", "Acme Cloud"), { viewport: { width: 400, height: 900 } });
  const shown = () => page.locator(".side h4:visible").allInnerTexts();
  expect(await shown()).toEqual(["Changes Acme Cloud"]);
  await page.getByLabel("Before").check();
  expect(await shown()).toEqual(["Changes Acme"]);
  await page.setViewportSize({ width: 1200, height: 900 });
  expect(await shown()).toEqual(["Changes Acme", "Changes Acme Cloud"]);
});
