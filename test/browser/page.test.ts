import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { Preset } from "../../emulator/index.ts";
import { type Api, createService, startEmulator } from "../emulator/emulation.ts";
import {
  createIncident,
  createMaintenance,
  down,
  resolveIncident,
  updateIncident,
  withServices,
} from "../emulator/scene.ts";
import { attacks } from "../emulator/site/attacks.ts";
import { contrastFaults, layoutFaults } from "./faults.ts";

let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/** Opens a visitor's browser. Records script errors and what the content security policy blocked. */
async function openBrowser(options: BrowserContextOptions = {}) {
  browser ??= chromium.launch({ executablePath: inject("chromium") });
  const context = await (await browser).newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  return { page, complaints };
}

const pageUrl = (api: Api) => `${api.emulator.pageUrl}/hubs/acme`;

const demoTime = Date.UTC(2026, 2, 10, 14, 20);
const late = { title: "Webhooks are late", service_statuses: [{ service_id: 5, status: "degraded-performance" }] };

/** An account with a past incident, an open one and a planned maintenance. */
async function withDemo(): Promise<Api> {
  const preset: Preset = {
    hubs: [
      {
        subdomain: "acme",
        name: "Acme Cloud",
        groups: ["Application", "API", "Payments"],
        product_url: "https://acme.example",
        services: [
          { group_id: 1, name: "Web application" },
          { group_id: 1, name: "Mobile application" },
          { group_id: 1, name: "Sign-in", description: "Passwords, single sign-on and two-factor codes" },
          { group_id: 2, name: "REST API", description: "Public API, all versions" },
          { group_id: 2, name: "Webhooks" },
          { group_id: 3, name: "Card payments" },
          { group_id: 3, name: "Bank transfers" },
        ],
      },
    ],
  };
  const api = await startEmulator({ preset, clock: { now: () => demoTime } });
  const past = await createIncident(api, { ...late, start_time: "2026-02-20T14:20:00Z" });
  await resolveIncident(api, past.id, { start_time: "2026-02-20T19:20:00Z" });
  const { id } = await createIncident(api, { ...late, start_time: "2026-03-10T13:31:00Z", body: "<b>Late</b>" });
  await updateIncident(api, id, { ...late, start_time: "2026-03-10T13:58:00Z", body: "<p>A queue stopped.</p>" });
  const [start_time, end_time] = ["2026-03-12T02:00:00Z", "2026-03-12T03:30:00Z"];
  await createMaintenance(api, { title: "Database upgrade", start_time, end_time, body: "<p>Read-only</p>" });
  return api;
}

/** So many services that their groups are closed at first. */
async function withManyServices(): Promise<Api> {
  const api = await withServices();
  for (let count = 4; count <= 41; count += 1) await createService(api, { group_id: 4, name: `Service ${count}` });
  return api;
}

const it = test.extend("demo", () => withDemo()).extend("crowded", () => withManyServices());

const later = { start_time: "2030-01-01T00:00:00Z", end_time: "2030-01-01T01:00:00Z" };

const openGroups = (page: Page) => page.locator("details[open]").evaluateAll((groups) => groups.map(({ id }) => id));

/** Puts a text wherever data can be shown, whether the rules allow it or not. */
async function fillWith(api: Api, text: string): Promise<void> {
  await createService(api, { name: text, description: text });
  await createService(api, { public_name: text });
  await createIncident(api, { body: text, state: "unconfirmed" });
  await createMaintenance(api, { ...later, body: text });
  api.emulator.edit("hubs", 1, { name: text, product_url: text });
  api.emulator.edit("groups", 1, { name: text });
  api.emulator.edit("incidents", 1, { title: text, last_incident_type: text });
  api.emulator.edit("incident_updates", 1, { incident_type: text });
  api.emulator.edit("maintenances", 1, { title: text, event_repeat: { interval: text } });
  api.emulator.setPlatformAlert("acme", { title: text, body: text });
}

describe("the page of a hub in a browser", () => {
  it("is readable without colors and pictures", async ({ demo: api }) => {
    const { page, complaints } = await openBrowser();
    await page.goto(pageUrl(api));
    expect(await page.title()).toBe("1 service has degraded performance: Acme Cloud");
    const tree = (await page.locator("body").ariaSnapshot()).replaceAll("\u00a0", " ").replaceAll(/\n +/g, "\n");
    const expected = [
      '- banner:\n- heading "Acme Cloud" [level=1]',
      '- main:\n- region "Overall status":\n- paragraph: 1 service has degraded performance',
      '- region "Open incidents":\n- heading "Open incidents" [level=2]',
      '- heading "Webhooks are late" [level=3]',
      '- list "Affected services":\n- listitem: Webhooks Degraded performance',
      '- list "Updates, newest first":\n- listitem:\n- paragraph:\n- strong: Identified',
      '- heading "Database upgrade" [level=3]',
      "- time: 12 Mar 2026, 02:00\n- text: to\n- time: 03:30 UTC",
      '- text: Webhooks\n- img "Not always up on 2 days of 90, most recently on 10 Mar 2026"\n- text: 100 % Degraded performance',
      "- contentinfo:",
    ];
    for (const part of expected) expect(tree).toContain(part);
    expect(complaints).toEqual([]);
  });

  it("runs no scripts and shows no elements from data", async () => {
    const api = await startEmulator();
    const { page, complaints } = await openBrowser();
    await fillWith(api, attacks.join(" "));
    await page.goto(pageUrl(api));
    await page.locator("summary").first().waitFor();
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator("style, base, link").count()).toBe(2);
    expect(await page.locator("img, iframe, object, embed, form, math, input, body svg:not([class])").count()).toBe(0);
    const attributes = await page.evaluate<string[]>(
      "[...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].map(({ name }) => name))",
    );
    expect(attributes.filter((name) => name.startsWith("on") || name === "style" || name === "srcdoc")).toEqual([]);
    const links = await page.evaluate<string[]>("[...document.links].map(({ protocol }) => protocol)");
    expect(new Set(links)).toEqual(new Set(["https:", "http:"]));
    expect(await page.locator("h1").textContent()).toContain("<script>alert(1)</script>");
    expect(complaints).toEqual([]);
  });

  it("updates itself, keeps groups open and announces changes", async ({ crowded: api }) => {
    const { page, complaints } = await openBrowser();
    await page.goto(pageUrl(api));
    await page.getByText("Search", { exact: true }).click();
    await page.locator("#summary-4").focus();
    await createIncident(api);
    await page.getByRole("heading", { name: "API is down" }).waitFor();
    expect(await page.title()).toBe("1 service is down: Acme");
    expect(await page.getByRole("status").textContent()).toBe("1 service is down: Acme");
    expect(await openGroups(page)).toEqual(["group-1", "group-4"]);
    expect(await page.evaluate("document.activeElement.id")).toBe("summary-4");
    expect(complaints).toEqual([]);
  });

  it("keeps groups closed that a visitor closed, and opens one that gets into trouble", async ({ crowded: api }) => {
    await createIncident(api);
    const { page } = await openBrowser();
    await page.goto(pageUrl(api));
    expect(await openGroups(page)).toEqual(["group-1"]);
    await page.locator("#summary-1").click();
    await api.put("/hubs/acme", { name: "Renamed once" });
    await page.getByRole("heading", { name: "Renamed once" }).waitFor();
    expect(await openGroups(page)).toEqual([]);
    await createIncident(api, { service_statuses: down(4) });
    await page.getByText("2 services are down").first().waitFor();
    expect(await openGroups(page)).toEqual(["group-4"]);
    await page.locator("#summary-4").click();
    await api.put("/hubs/acme", { name: "Renamed twice" });
    await page.getByRole("heading", { name: "Renamed twice" }).waitFor();
    expect(await openGroups(page)).toEqual([]);
  });

  it.for([1280, 800, 710, 600])(
    "keeps every text in its card and every word whole, %i pixels wide",
    async (width, { demo: api }) => {
      const names = [
        "Payments and subscriptions of corporate customers",
        "Authentication service, eu-central-1",
        "API",
      ];
      for (const [index, name] of names.entries()) await api.put(`/hubs/acme/services/${index + 1}`, { name });
      const statuses = names.map((_, index) => ({ service_id: index + 1, status: "degraded-performance" }));
      await createIncident(api, { service_statuses: statuses, title: "Trouble with subscriptions" });
      const { page } = await openBrowser({ viewport: { width, height: 900 } });
      for (const url of [pageUrl(api), api.emulator.pageUrl]) {
        await page.goto(url);
        expect(await page.evaluate<string[]>(layoutFaults)).toEqual([]);
      }
    },
  );

  it("shows the description of a service when its name gets keyboard focus", async ({ demo: api }) => {
    const { page } = await openBrowser();
    await page.goto(pageUrl(api));
    const tooltip = page.getByRole("tooltip", { includeHidden: true }).first();
    expect(await tooltip.isVisible()).toBe(false);
    await page.locator("#s3").focus();
    expect(await tooltip.isVisible()).toBe(true);
    expect(await tooltip.textContent()).toBe("Passwords, single sign-on and two-factor codes");
  });

  it("fits a phone: nothing extends beyond its width", async ({ demo: api }) => {
    const long = "x".repeat(300);
    await api.put("/hubs/acme", { name: long });
    await api.put("/hubs/acme/services/3", { name: long, description: long });
    await createMaintenance(api, { ...later, title: long, body: `<pre>${long}</pre>` });
    const { page } = await openBrowser({ viewport: { width: 320, height: 640 } });
    for (const url of [pageUrl(api), api.emulator.pageUrl]) {
      await page.goto(url);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
    }
  });

  it.for(["light", "dark"] as const)("has enough contrast in the %s scheme", async (colorScheme, { demo: api }) => {
    api.emulator.setPlatformAlert("acme", { title: "Support is slow", body: '<a href="https://example.com">More</a>' });
    await createIncident(api, { state: "unconfirmed", service_statuses: [{ service_id: 1, status: "down" }] });
    const { page } = await openBrowser({ colorScheme });
    await page.goto(pageUrl(api));
    expect(await page.evaluate<string[]>(contrastFaults)).toEqual([]);
  });
});
