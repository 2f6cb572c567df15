import { expect, test } from "vitest";
import type { PreviewReport } from "../../cli/preview/facts.ts";
import { watchFailing } from "../cli/preview/difference.ts";
import { createPage } from "../engine/page.ts";

const program = ({ web = "{}", name = "web", api = "" } = {}) => `
import * as statushub from "pulumi-statushub";

const hub = "acme";
new statushub.Service("${name}", { hub, groupId: 1, name: "Website", customId: "web" }, ${web});
${api}new statushub.Service("api", { hub, groupId: 2, name: "API" });
`;

/** Pulumi deletes nothing that is protected. */
const refusals = [
  { name: "website", certain: true, message: expect.stringContaining("[SH4005]") },
  { name: "web", certain: true, message: expect.stringContaining("protected") },
];

test("[LIF-9] [DRF-4] protect, retainOnDelete, aliases, ignoreChanges and --target work as Pulumi documents them", async () => {
  const page = await createPage({ program: program({ web: '{ protect: true, ignoreChanges: ["name"] }' }) });
  const targeted = await page.up(undefined, "--target", "**Service::web");
  expect(targeted).toMatchObject({ code: 0 });
  expect(page.takeWrites().map(({ body }) => body)).toEqual([{ group_id: 1, name: "Website", custom_id: "web" }]);

  page.emulator.edit("services", 1, { name: "By hand" });
  expect(await page.up(undefined, "--refresh", "--target", "**Service::web")).toMatchObject({ code: 0 });
  expect(page.takeWrites(), "[DRF-4]").toEqual([]);

  const rejected = await page.pulumi("destroy", "--yes", "--skip-preview");
  expect(rejected.code).not.toBe(0);
  expect(page.takeWrites()).toEqual([]);

  // For Pulumi, another name means another resource, unless an alias links the two.
  await page.write({ "index.ts": program({ name: "website" }) });
  const compare = watchFailing(page.emulator);
  const { code, stdout } = await page.statushub(["preview", "--json"]);
  const report = JSON.parse(stdout) as PreviewReport;
  expect({ code, failures: report.failures }).toMatchObject({ code: 1, failures: refusals });
  // The rest of what wasn't targeted.
  expect(report.hubs).toMatchObject([{ page: [{ label: "API", change: "appears" }] }]);
  expect(page.takeWrites()).toEqual([]);
  const renamed = await page.up();
  expect(renamed.code).not.toBe(0);
  compare(report);
  expect(renamed.stdout).toMatch(
    /If you renamed the resource, declare aliases\. .* recover\. .* adopt: "\d" if nobody else/,
  );
  page.takeWrites();
  const web = '{ aliases: [{ name: "web" }], retainOnDelete: true, ignoreChanges: ["name"] }';
  expect(await page.up(program({ name: "website", web }))).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([]);

  expect(await page.pulumi("destroy", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([{ method: "DELETE", path: "/hubs/acme/services/2", body: undefined }]);
});

test("[OWN-2] [OWN-6] adopt doesn't take a record that a resource on another provider has, and a stack that borrows one doesn't delete it", async () => {
  const other = `
    const settings = { baseUrl: process.env.STATUSHUB_BASE_URL, apiKey: process.env.STATUSHUB_API_KEY };
    const provider = new statushub.Provider("other", settings);
  `;
  const first = `${program({ api: "const api = " })}${other}`;
  const page = await createPage({ program: first });
  expect(await page.up()).toMatchObject({ code: 0 });
  page.takeWrites();

  const options = "{ provider, dependsOn: api }";
  const again = `new statushub.Service("again", { hub, groupId: 2, name: "API", adopt: "2" }, ${options});`;
  const refused = await page.up(`${first}${again}`);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining("[SH4010]") });
  expect(await page.up(first)).toMatchObject({ code: 0 });

  // The stack of a review borrows a record, and destroys nothing of production.
  await page.pulumi("stack", "init", "review");
  const borrowing = `import * as statushub from "pulumi-statushub";
    new statushub.Service("api", { hub: "acme", groupId: 2, name: "API", adopt: "2" });`;
  expect(await page.up(borrowing, "--stack", "review")).toMatchObject({ code: 0 });
  const destroyed = await page.pulumi("destroy", "--yes", "--skip-preview", "--stack", "review");
  expect(destroyed).toMatchObject({ code: 0, stdout: expect.stringContaining("stays on the page, and in effect") });
  expect(page.takeWrites()).toEqual([]);
});
