import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = ({ web = "{}", name = "web", api = "API", subdomain = "acme" } = {}) => `
import * as statushub from "pulumi-statushub";

const hub = "${subdomain}";
new statushub.Service("${name}", { hub, groupId: 1, name: "Website" }, ${web});
new statushub.Service("api", { hub, groupId: 2, name: "${api}" });
`;

test("[LIF-9] protect, retainOnDelete, aliases and --target do what Pulumi says", async () => {
  const page = await createPage({ program: program({ web: "{ protect: true }" }) });
  const targeted = await page.up(undefined, "--target", "**Service::web");
  expect(targeted).toMatchObject({ code: 0 });
  expect(page.takeWrites().map(({ body }) => body)).toEqual([{ group_id: 1, name: "Website" }]);

  const refused = await page.pulumi("destroy", "--yes", "--skip-preview");
  expect(refused.code).not.toBe(0);
  expect(page.takeWrites()).toEqual([]);

  await page.up(program({ name: "website", web: '{ aliases: [{ name: "web" }], retainOnDelete: true }' }));
  expect(page.takeWrites().map(({ method, body }) => ({ method, body }))).toEqual([
    { method: "POST", body: { group_id: 2, name: "API" } },
  ]);

  expect(await page.pulumi("destroy", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([{ method: "DELETE", path: "/hubs/acme/services/2", body: undefined }]);
});

test("[REL-6] another hub given as a string replaces that child alone, in the order that Pulumi or the program wants", async () => {
  const page = await createPage({ program: program() });
  await page.up();
  page.takeWrites();
  const moved = (options: string) => `
    import * as statushub from "pulumi-statushub";
    new statushub.Service("web", { hub: "globex", groupId: 9, name: "Website" }, ${options});
    new statushub.Service("api", { hub: "acme", groupId: 2, name: "API" });
  `;

  await page.write({ "index.ts": moved("{}") });
  const { steps } = await page.plan();
  expect(steps).toMatchObject([{ name: "web", op: "replace" }]);
  await page.up();
  expect(page.takeWrites().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /hubs/globex/services",
    expect.stringMatching(/^DELETE \/hubs\/acme\/services\/\d$/),
  ]);

  await page.up(program({ web: "{ deleteBeforeReplace: true }" }));
  expect(page.takeWrites().map(({ method, path }) => `${method} ${path}`)).toEqual([
    expect.stringMatching(/^DELETE \/hubs\/globex\/services\/\d$/),
    "POST /hubs/acme/services",
  ]);
});
