import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = ({ subdomain = "acme", description = "Public REST API" } = {}) => `
import * as statushub from "pulumi-statushub";

const hub = new statushub.Hub("acme", { subdomain: "${subdomain}", name: "Acme status" });
new statushub.Service("web", { hub, groupId: 1, name: "Website", customId: "web" });
new statushub.Service("api", { hub, groupId: 2, name: "API", description: ${JSON.stringify(description)} });
`;

test("[LIF-1 LIF-2 LIF-3 LIF-4 LIF-5 LIF-6 REL-2] a page is made, left alone, changed, renamed and taken down", async () => {
  const page = await createPage({ program: program() });
  const { emulator } = page;

  const made = await page.up();
  expect(made).toMatchObject({ code: 0 });
  expect(made.stdout).toContain("+ 4 created");
  const [adopted, ...posted] = page.takeWrites();
  expect(adopted).toEqual({ method: "PUT", path: "/hubs/acme", body: { name: "Acme status" } });
  expect(posted.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))).toEqual([
    {
      method: "POST",
      path: "/hubs/acme/services",
      body: { group_id: 1, name: "Website", custom_id: "web" },
    },
    {
      method: "POST",
      path: "/hubs/acme/services",
      body: { group_id: 2, name: "API", description: "Public REST API" },
    },
  ]);

  const repeated = await page.up();
  expect(repeated.stdout).toContain("4 unchanged");
  expect(page.takeWrites()).toEqual([]);

  const api = emulator.records("services").find(({ name }) => name === "API");
  await page.up(program({ description: "REST and GraphQL" }));
  expect(page.takeWrites()).toEqual([
    { method: "PUT", path: `/hubs/acme/services/${api?.id}`, body: { description: "REST and GraphQL" } },
  ]);

  await page.up(program({ subdomain: "acme-status", description: "REST and GraphQL" }));
  expect(page.takeWrites()).toEqual([{ method: "PUT", path: "/hubs/acme", body: { subdomain: "acme-status" } }]);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });

  const [hubBefore] = emulator.records("hubs");
  const destroyed = await page.pulumi("destroy", "--yes");
  expect(destroyed).toMatchObject({ code: 0 });
  expect(destroyed.stdout).toContain('Hub "acme-status" (ID 1) stays on StatusHub as it is');
  expect(
    page
      .takeWrites()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual(["DELETE /hubs/acme-status/services/1", "DELETE /hubs/acme-status/services/2"]);
  expect(emulator.records("hubs")[0]).toEqual(hubBefore);
});
