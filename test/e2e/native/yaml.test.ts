import { expect, test } from "vitest";
import { readText } from "../../../tools/engine/local.ts";
import { guide, plugins, projectFile } from "../../engine/native.ts";
import { createPage, type Page, sorted, writesOfAllKinds } from "../../engine/page.ts";

interface Changes {
  readonly subdomain?: string;
  readonly title?: string;
  readonly imported?: string;
}

const secretAddress = "https://hooks.example.com/codename-falcon";

/** The example's resource of each kind. What follows is for the guides, and functions that need records of another hub. */
const [, example = ""] =
  /^runtime: yaml$(.*?)# region adopt/ms.exec(readText("examples/languages/yaml/Pulumi.yaml")) ?? [];

const program = ({ subdomain = "acme", title = "API is down", imported = "" }: Changes = {}) =>
  projectFile(
    "yaml",
    `${example
      .replace("subdomain: acme", `subdomain: ${subdomain}`)
      .replace("title: API is down", `title: ${title}`)
      .replace(/hub: .*(?=\n +title: API upgrade)/, `hub: { id: "\${acme.id}" }`)}
${imported}
outputs: { token: "\${api.token}", hubId: "\${api.hubId}" }
`,
  );

const write = (page: Page, changes?: Changes) => page.write({ "Pulumi.yaml": program(changes) });

test("a YAML program works through its whole life: preview, up, change, drift, import, rename, destroy", async () => {
  const page = await createPage({ program: "", files: { "Pulumi.yaml": program().replace(plugins, "") } });
  await page.pulumi("config", "set", "--secret", "slackUrl", secretAddress);
  // The package is beside the project here.
  const [, folder = ""] = /pulumi package add (\S+plugin)$/m.exec(guide) ?? [];
  const add = ["package", "add", folder.replace("./", "../")];
  expect(await page.pulumi(...add)).toMatchObject({ code: 0 });
  expect(await page.read("Pulumi.yaml")).toMatch(/^packages:\n +statushub: \.\.\/node_modules\//m);

  const preview = await page.plan();
  expect(preview).toMatchObject({ code: 7 });
  expect(preview.steps.filter(({ op }) => op === "create")).toHaveLength(7);
  expect(page.emulator.requests).toEqual([]);

  const created = await page.up();
  expect(created).toMatchObject({ code: 0 });
  expect(created.stdout).toMatch(/warning: Hub 1 already exists with a different name; up will overwrite it\./);
  expect(sorted(page.takeWrites())).toEqual(writesOfAllKinds);

  page.emulator.edit("incident_templates", 1, { labels: ["api", "by hand"] });
  const drift = { op: "update", name: "api-down", properties: ["labels[1]"] };
  expect(await page.plan("--refresh")).toMatchObject({ code: 7, steps: [drift] });
  await write(page, { title: "The API is down" });
  expect(await page.up(undefined, "--refresh")).toMatchObject({ code: 0 });
  const body = { title: "The API is down", labels: ["api"] };
  expect(page.takeWrites()).toEqual([{ method: "PUT", path: "/hubs/acme/incident_templates/1", body }]);

  const imported = await importService(page);
  await write(page, { subdomain: "acme-status", title: "The API is down", imported });
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([{ method: "PUT", path: "/hubs/acme", body: { subdomain: "acme-status" } }]);

  // A record that a program only looks up stays, although Pulumi plans to replace the resource.
  const lookup = "  web:\n    type: statushub:Service\n    get: { id: acme-status/2 }";
  await write(page, { subdomain: "acme-status", title: "The API is down", imported: lookup });
  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining("[SH5502]") });
  expect(page.takeWrites()).toEqual([]);

  const left = (await page.texts(".backend")).join("\n");
  const tokens = page.emulator.records("services").map(({ token }) => token);
  for (const secret of [secretAddress, page.emulator.apiKey, ...tokens]) expect(left).not.toContain(secret);

  expect(await page.pulumi("destroy", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
  expect(page.takeWrites().filter(({ method }) => method === "DELETE")).toHaveLength(5);
});

/** Imports an existing service. Returns the lines that Pulumi suggests for the program. */
async function importService(page: Page): Promise<string> {
  await page.send("POST", "/services", { group_id: 2, name: "Web", description: "by hand" });
  page.takeWrites();
  const done = await page.pulumi("import", "statushub:index:Service", "web", "acme/2", "--yes", "--protect=false");
  expect(done).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([]);
  const [, code = ""] = done.stdout.split(/^resources:\n/m);
  expect(code).toContain("description: by hand");
  return code.trimEnd();
}

test("a program that asks for another version of the provider is told so, and nothing is sent", async () => {
  const service =
    "{ type: statushub:Service, properties: { hub: acme, groupId: 1, name: Web }, options: { version: 9.9.9 } }";
  const files = { "Pulumi.yaml": projectFile("yaml", `resources: { web: ${service} }`) };
  const page = await createPage({ program: "", files });
  const { code, stdout, stderr } = await page.up();
  expect(code).not.toBe(0);
  expect(stdout + stderr).toMatch(/asks for version 9\.9\.9 of the native provider statushub, and this is 0\.1\.0/);
  expect(page.takeWrites()).toEqual([]);
});
