import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

const pointer = (kind: string) =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("${kind}")`;

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
  const record = (await answer.json()) as { id: number; token: string; created_at: string };
  page.takeWrites();

  const type = "pulumi-nodejs:dynamic/statushub";
  const hub = { __provider: pointer("Hub"), subdomain: "acme", name: "Acme" };
  const web = { __provider: pointer("Service"), hub: { id: "1", subdomain: "acme" }, groupId: 1, name: "Website" };
  const token = { ...secret, plaintext: JSON.stringify(record.token) };
  const resources = [
    { type: `${type}:Hub`, name: "acme", id: "1", inputs: hub, outputs: { ...hub, type: "primary" } },
    {
      type: `${type}:Service`,
      name: "web",
      id: String(record.id),
      inputs: web,
      outputs: { ...web, hubId: "1", token, archived: false, createdAt: record.created_at },
    },
  ];
  await page.write({ "resources.json": JSON.stringify({ resources }) });

  const imported = await page.pulumi("import", "--file", "resources.json", "--generate-code=false", "--yes");

  expect(imported).toMatchObject({ code: 0 });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0 });
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([]);
  expect((await page.pulumi("stack", "export")).stdout).not.toContain(record.token);
});
