import { expect, test } from "vitest";
import { importFile, secret } from "../engine/import-file.ts";
import { createPage } from "../engine/page.ts";

test("[ADO-1 ADO-2] what was made by hand is imported from a file, and the matching program changes nothing", async () => {
  const page = await createPage({
    program: `
      import * as statushub from "pulumi-statushub";
      const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme" });
      new statushub.Service("web", { hub, groupId: 1, name: "Website" }, { protect: true });
    `,
  });
  const { emulator } = page;
  const answer = await fetch(`${emulator.url}/hubs/acme/services`, {
    method: "POST",
    headers: { "X-API-KEY": emulator.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ group_id: 1, name: "Website" }),
  });
  const { id, token, created_at } = (await answer.json()) as { id: number; token: string; created_at: string };
  page.takeWrites();
  const hub = { subdomain: "acme", name: "Acme" };
  const web = { hub: { id: "1", subdomain: "acme" }, groupId: 1, name: "Website" };
  const records = [
    { kind: "Hub", name: "acme", id: "1", inputs: hub, outputs: { type: "primary" } },
    {
      kind: "Service",
      name: "web",
      id: String(id),
      inputs: web,
      outputs: { hubId: "1", token: secret(token), archived: false, createdAt: created_at },
    },
  ];
  await page.write({ "resources.json": importFile(records) });

  const imported = await page.pulumi("import", "--file", "resources.json", "--generate-code=false", "--yes");

  expect(imported).toMatchObject({ code: 0 });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0 });
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([]);
  expect((await page.pulumi("stack", "export")).stdout).not.toContain(token);
});

const service = (name: string, options = "{}") => `
  import * as statushub from "pulumi-statushub";
  const hub = new statushub.Hub("acme", { subdomain: "acme" });
  new statushub.Service(${JSON.stringify(name)}, { hub, groupId: 1, name: "Website", customId: "web" }, ${options});
`;

test("[ADO-8] records that are imported before their Hub are neither replaced nor written", async () => {
  const page = await createPage({ program: service("web", "{ protect: true }") });
  const { emulator } = page;
  await fetch(`${emulator.url}/hubs/acme/services`, {
    method: "POST",
    headers: { "X-API-KEY": emulator.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ group_id: 1, name: "Website", custom_id: "web" }),
  });
  page.takeWrites();
  const inputs = { hub: { id: "1", subdomain: "acme" }, groupId: 1, name: "Website", customId: "web" };
  const outputs = { hubId: "1", token: secret("t"), archived: false, createdAt: null };
  await page.write({ "resources.json": importFile([{ kind: "Service", name: "web", id: "1", inputs, outputs }]) });
  const imported = await page.pulumi("import", "--file", "resources.json", "--generate-code=false", "--yes");
  expect(imported).toMatchObject({ code: 0 });

  expect((await page.plan()).steps.map(({ op, name }) => `${op} ${name}`)).toEqual(["create acme"]);
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([]);
});

test("[LIF-9] a resource that got another name in the program: the error names aliases, and with one nothing is sent", async () => {
  const page = await createPage({ program: service("web") });
  await page.up();
  page.takeWrites();

  const renamed = await page.up(service("website"));
  expect(renamed.code).not.toBe(0);
  expect(renamed.stdout).toContain('aliases: [{ name: "the old name" }]');
  page.takeWrites();

  expect(await page.up(service("website", '{ aliases: [{ name: "web" }] }'))).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([]);
});
