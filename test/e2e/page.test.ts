import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PreviewReport } from "../../cli/preview/report.ts";
import { allKinds, createPage, type Page } from "../engine/page.ts";

const read = (path: string) => readFile(join(import.meta.dirname, "../../examples", path), "utf8");

async function createExample(program: string): Promise<Page> {
  const page = await createPage({ program, files: { "page.yaml": await read("page/page.yaml") } });
  await page.pulumi("config", "set", "--secret", "slackUrl", "https://hooks.example.com/services/T0/B0/kTp4XqZ");
  return page;
}

test("[PKG-4] a page from a file is created without drift, changed by one PUT, refreshed, and destroyed once it is unprotected", async () => {
  const page = await createExample(await read("page/index.ts"));
  const created = await page.up();
  expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 13 created") });
  expect(created.stdout).toContain("warning: Hub 1 already exists with a different name; up will overwrite it.");
  page.takeWrites();

  const text = await read("page/page.yaml");
  const webhooks = /^ +webhooks: .*\n/m.exec(text)?.[0] ?? "";
  // Moves a service into the first group of the file, and renames it.
  const moved = text.replace(webhooks, "").replace(/^ +shop: /m, `${webhooks.replace("Webhooks", "Web hooks")}$&`);
  await page.write({ "page.yaml": moved });
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([
    { method: "PUT", path: expect.stringMatching(/services\/\d+$/), body: { group_id: 1, name: "Web hooks" } },
  ]);

  const shop = page.emulator.records("services").find(({ name }) => name === "Shop");
  page.emulator.edit("services", Number(shop?.id), { description: "By hand" });
  const explained = await page.statushub(["preview", "--json"]);
  expect(explained.code).toBe(2);
  const [report] = (JSON.parse(explained.stdout) as PreviewReport).hubs;
  const change = { name: "acme-shop", label: "Shop", change: "changed" };
  expect(report).toMatchObject({
    page: [{ ...change, property: "description", before: "By hand" }],
    overwritten: [change],
    unknown: [],
  });

  // The services are protected.
  await page.pulumi("state", "unprotect", "--all", "--yes");
  expect(await page.pulumi("destroy", "--yes")).toMatchObject({ code: 0 });
  expect(page.emulator.records("services").filter(({ deleted }) => !deleted)).toEqual([]);
});

test("a program with single resources becomes a page without sending a request", async () => {
  const page = await createExample(allKinds);
  await page.up();
  page.takeWrites();

  const moved = `
    import * as pulumi from "@pulumi/pulumi";
    import * as statushub from "pulumi-statushub";
    const recordOptions = (kind: statushub.PageRecordKind, key: string) => ({
      aliases: [{ name: kind === "Hub" ? "acme" : key, parent: pulumi.rootStackResource }],
    });
    statushub.StatusPage.fromFile("acme", "acme.yaml", { recordOptions });
  `;
  await page.write({ "acme.yaml": asFile });
  // The component of the page, which has no record of its own.
  expect(await page.up(moved)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Resources:\n +\+ 1 created\n +7 unchanged/),
  });
  expect(page.takeWrites()).toEqual([]);
});

const asFile = `
hub: { subdomain: acme, name: Acme status }
groups:
  api: { id: 3, services: { api: { name: API, customId: api } } }
incidentTemplates:
  api-down:
    title: API is down
    body: <p>We are looking into it.</p>
    incidentType: investigating
    labels: [api]
    serviceStatuses: { api: down }
maintenanceTemplates:
  api-upgrade: { title: API upgrade, duration: 90, labels: [api], serviceStatuses: { api: degraded-performance } }
subscriptions:
  on-call: { method: slack, address: { config: slackUrl }, services: [api] }
maintenances:
  weekly-patching:
    title: Weekly patching
    startTime: 2030-12-01T02:00:00Z
    endTime: 2030-12-01T03:00:00Z
    serviceStatuses: { api: degraded-performance }
    repeat: { interval: weekly, options: { enabledDays: sunday }, endOn: 2031-12-31T00:00:00Z }
    notifications: [{ offsetInMin: -1440, offsetType: start }]
`;
