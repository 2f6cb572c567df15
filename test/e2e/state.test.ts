import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { service } from "../../provider/resources/service.ts";
import { pointer } from "../engine/import-file.ts";
import { createPage } from "../engine/page.ts";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";

const hub = new statushub.Hub("acme", { subdomain: "acme" });
const web = new statushub.Service("web", { hub, groupId: 1, name: pulumi.secret("Codename Falcon") });
const api = new statushub.Service("api", { hub, groupId: 2, name: "API" });
const found = statushub.Service.get("found", api.id, { hub });
export const token = web.token;
export const hubName = hub.type;
export const foundGroup = found.groupId;
`;

test("[PKG-5 UPG-2 FLT-6] the state holds no code but the pointer, and nothing that a run leaves shows a secret", async () => {
  const page = await createPage({ program });
  const runs = [
    await page.pulumi("preview", "--diff"),
    await page.up(undefined, "--diff"),
    await page.pulumi("preview", "--refresh", "--diff", "--json"),
    await page.pulumi("stack", "output", "--json"),
    await page.pulumi("stack", "export"),
  ];

  const { acme, web } = await page.state();
  expect(acme?.inputs).toEqual({ __provider: pointer("Hub"), subdomain: "acme" });
  expect(acme?.outputs.__provider).toBe(pointer("Hub"));
  expect(web?.inputs.__provider).toBe(pointer("Service"));
  expect(web?.outputs.__provider).toBe(pointer("Service"));
  expect(web?.outputs.groupId).toBe(1);
  expect(Object.keys(web?.outputs ?? {}).sort()).toEqual(
    ["__declared", "__provider", "hub", "hubId", ...Object.keys({ ...service.properties, ...service.outputs })].sort(),
  );

  const tokens = page.emulator.records("services").map(({ token }) => token);
  expect(tokens).toHaveLength(2);
  const left = [
    ...runs.map(({ stdout, stderr }) => stdout + stderr),
    ...(await textsBelow(page.folder, ["index.ts"])),
  ].join("\n");
  expect(left).toContain("foundGroup");
  for (const secret of [page.emulator.apiKey, ...tokens, "Codename Falcon"]) {
    expect(left.includes(secret), secret).toBe(false);
  }
});

test("[ADO-3] a look-up of what is not there is an error that names kind, id and hub", async () => {
  const page = await createPage({
    program: `
      import * as statushub from "pulumi-statushub";
      statushub.Service.get("lost", "4711", { hub: "acme" });
    `,
  });

  const { code, stdout } = await page.pulumi("preview");

  expect(code).not.toBe(0);
  expect(stdout).toContain('There is no Service with the ID "4711" in hub "acme"');
});

/** The content of every file below a folder but some, and not that of installed packages. */
async function textsBelow(folder: string, except: string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !except.includes(entry.name));
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), "utf8")));
}
