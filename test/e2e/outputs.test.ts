import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";

const hub = new statushub.Hub("acme", { subdomain: "acme" });
const web = new statushub.Service("web", { hub, groupId: 1, name: pulumi.interpolate\`Web of \${hub.name}\` });
export const hubName = hub.name;
export const description = web.description;
`;

test("[DRF-14] an output that nobody declares has its live value, in preview and up, and its change by hand is no drift", async () => {
  const page = await createPage({ program });
  const { emulator } = page;
  await page.up();
  expect(emulator.records("services")).toMatchObject([{ name: "Web of Acme" }]);
  expect(await page.outputs()).toEqual({ hubName: "Acme", description: null });

  emulator.edit("services", 1, { description: "by hand" });
  emulator.edit("hubs", 1, { product_url: "https://example.com" });
  page.takeWrites();
  const preview = await page.pulumi("preview", "--refresh", "--expect-no-changes");
  expect(preview).toMatchObject({ code: 0 });
  expect(preview.stdout).toMatch(/Resources:\s+3 unchanged/);
  expect(preview.stdout).not.toMatch(/productUrl|unknown|output</);
  const refresh = await page.pulumi("refresh", "--yes", "--diff");
  expect(refresh.stdout).toMatch(/Resources:\s+3 unchanged/);
  expect(refresh.stdout).not.toContain("by hand");
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(await page.outputs()).toEqual({ hubName: "Acme", description: "by hand" });
  expect(page.takeWrites()).toEqual([]);
});
