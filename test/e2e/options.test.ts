import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = ({ web = "{}", name = "web" } = {}) => `
import * as statushub from "pulumi-statushub";

const hub = "acme";
new statushub.Service("${name}", { hub, groupId: 1, name: "Website", customId: "web" }, ${web});
new statushub.Service("api", { hub, groupId: 2, name: "API" });
`;

test("[LIF-9] protect, retainOnDelete, aliases and --target work as Pulumi documents them", async () => {
  const page = await createPage({ program: program({ web: "{ protect: true }" }) });
  const targeted = await page.up(undefined, "--target", "**Service::web");
  expect(targeted).toMatchObject({ code: 0 });
  expect(page.takeWrites().map(({ body }) => body)).toEqual([{ group_id: 1, name: "Website", custom_id: "web" }]);

  const rejected = await page.pulumi("destroy", "--yes", "--skip-preview");
  expect(rejected.code).not.toBe(0);
  expect(page.takeWrites()).toEqual([]);

  // For Pulumi, another name means another resource, unless an alias links the two.
  const renamed = await page.up(program({ name: "website" }));
  expect(renamed.code).not.toBe(0);
  expect(renamed.stdout).toContain('aliases: [{ name: "the old name" }]');
  page.takeWrites();
  const aliased = program({ name: "website", web: '{ aliases: [{ name: "web" }], retainOnDelete: true }' });
  expect(await page.up(aliased)).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([]);

  expect(await page.pulumi("destroy", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([{ method: "DELETE", path: "/hubs/acme/services/2", body: undefined }]);
});

test("[OWN-1] a record with resources on two providers isn't deleted with the resource that adopted it", async () => {
  const other = `
    const settings = { baseUrl: process.env.STATUSHUB_BASE_URL, apiKey: process.env.STATUSHUB_API_KEY };
    const provider = new statushub.Provider("other", settings);
  `;
  const first = `${program()}${other}`;
  const page = await createPage({ program: first });
  expect(await page.up()).toMatchObject({ code: 0 });
  const again = 'new statushub.Service("again", { hub, groupId: 2, name: "API", adopt: "2" }, { provider });';
  expect(await page.up(`${first}${again}`)).toMatchObject({ code: 0 });
  page.takeWrites();

  expect(await page.up(first)).toMatchObject({ code: 0, stdout: expect.stringContaining("[SH5502]") });
  expect(page.takeWrites()).toEqual([]);
});
