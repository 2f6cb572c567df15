import { expect, test } from "vitest";
import type { PreviewReport } from "../../../cli/preview/report.ts";
import { projectFile } from "../../engine/native.ts";
import { createPage, type Page } from "../../engine/page.ts";

interface Changes {
  readonly description?: string;
  readonly key?: string;
  readonly services?: string;
  readonly options?: string;
}

const codename = "Codename Falcon";

/** A page in Pulumi YAML, with a resource whose ID is unknown before the first `up`, and with a secret. */
const program = (changes: Changes = {}) => {
  const { description = "Everything", key = "api: {", services = "", options = "" } = changes;
  return projectFile(
    "yaml",
    `resources:
  other:
    type: statushub:Service
    properties: { hub: acme, groupId: 2, name: Other }
  acme:
    type: statushub:StatusPage
    properties:
      hub: { subdomain: acme, name: Acme }
      groups:
        api:
          id: 1
          services:
            ${key} name: API, customId: api, description: ${description} }
            shop: { name: { fn::secret: ${codename} } }
            ${services}
      incidentTemplates:
        down: { title: API is down, serviceStatuses: { api: down } }
        both: { title: Both, serviceStatuses: [{ service: "\${other}", status: down }, { service: shop, status: up }] }
      subscriptions:
        team: { method: sms, address: "+15551234567", services: [api, "\${other.id}"] }
    options: { ${options} }
outputs: { hubId: "\${acme.hubId}", apiId: '\${acme.serviceIds["api"]}' }
`,
  );
};

const write = (page: Page, changes?: Changes) => page.write({ "Pulumi.yaml": program(changes) });

test("a whole page in YAML works through its life: preview, up, change, drift, rename, import, destroy", async () => {
  const page = await createPage({ program: "", files: { "Pulumi.yaml": program() } });
  const preview = await page.plan();
  expect(preview, preview.stderr).toMatchObject({ code: 7 });
  expect(preview.steps.map(({ op, name }) => `${op} ${name}`).toSorted()).toEqual(
    ["", "-api", "-both", "-down", "-shop", "-team", ""]
      .map((key) => `create acme${key}`)
      .concat("create other", "create scratch-test")
      .toSorted(),
  );
  expect(page.emulator.requests).toEqual([]);

  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 9 created") });
  page.takeWrites();
  expect(await page.outputs()).toEqual({ hubId: "1", apiId: expect.stringMatching(/^\d+$/) });
  expect((await page.texts(".backend")).join("\n")).not.toContain(codename);
  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining("9 unchanged") });
  expect(page.emulator.requests).toEqual([]);

  await write(page, { description: "All of it" });
  expect(await page.up()).toMatchObject({ code: 0 });
  const id = Number(((await page.outputs()) as { apiId: string }).apiId);
  const described = { method: "PUT", path: `/hubs/acme/services/${id}`, body: { description: "All of it" } };
  expect(page.takeWrites()).toEqual([described]);

  page.emulator.edit("services", id, { description: "by hand" });
  const explained = await page.statushub(["preview", "--json"]);
  expect(explained.code).toBe(2);
  expect(explained.stdout).not.toContain(codename);
  const change = { name: "acme-api", label: "API", change: "changed" };
  expect((JSON.parse(explained.stdout) as PreviewReport).hubs).toMatchObject([
    { hub: "acme", page: [{ ...change, property: "description" }], overwritten: [change], unknown: [] },
  ]);
  expect(await page.up(undefined, "--refresh")).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([described]);

  await page.emulator.perform("createService", {
    params: { subdomain: "acme" },
    body: { group_id: 1, name: "Web" },
  });
  const web = page.emulator.records("services").at(-1)?.id;
  const parent = `acme=urn:pulumi:test::scratch::statushub:index:StatusPage::acme`;
  const imported = await page.pulumi(
    ...["import", "statushub:index:Service", "acme-web", `acme/${web}`, "--yes", "--generate-code=false"],
    ...["--parent", parent],
  );
  expect(imported, imported.stdout + imported.stderr).toMatchObject({ code: 0 });
  const services = "web: { name: Web }";
  const renamed = "rest: { was: api,";
  await write(page, { description: "All of it", services });
  const clean = await page.plan();
  expect(clean, JSON.stringify(clean)).toMatchObject({ code: 0 });
  page.emulator.clearRequests();

  const text = program({ description: "All of it", services, key: renamed })
    .replaceAll("api: down", "rest: down")
    .replace("[api,", "[rest,")
    .replace('["api"]', '["rest"]');
  await page.write({ "Pulumi.yaml": text });
  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.not.stringMatching(/created|deleted|replaced/) });
  expect(page.emulator.requests).toEqual([]);
  expect((await page.state())["acme-rest"]).toMatchObject({ id: String(id) });

  const refused = await page.pulumi("destroy", "--preview-only");
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('Service::acme-rest" cannot be deleted') });
  await page.write({ "Pulumi.yaml": text.replace("options: {", "options: { protect: false") });
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([]);
  expect(await page.pulumi("destroy", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
  expect(page.takeWrites().filter(({ method }) => method === "DELETE")).toHaveLength(7);
});

test("a mistake in a page registers nothing, and the page's provider and other options reach its records", async () => {
  const page = await createPage({ program: "", files: { "Pulumi.yaml": program() } });
  const written = (properties: string, more = "") =>
    page.write({
      "Pulumi.yaml": projectFile(
        "yaml",
        `resources:
  other: { type: "pulumi:providers:statushub", properties: { baseUrl: "${page.emulator.url}"${more} } }
  first: { type: "statushub:Service", properties: { hub: acme, groupId: 2, name: First }, options: { provider: "\${other}" } }
  acme:
    type: statushub:StatusPage
    properties: ${properties}
    options: { provider: "\${other}", dependsOn: ["\${first}"], deletedWith: "\${first}", retainOnDelete: true }
`,
      ),
    });
  const hub = "hub: { subdomain: acme }";
  const services = (entry: string) => `{ ${hub}, groups: { api: { id: 1, services: { api: ${entry} } } } }`;
  const mistakes = [
    [`{ file: page.yaml, ${hub} }`, /file: gives the whole page, so don't pass hub/],
    [`{ ${hub}, incidentTemplates: { down: { title: Down, serviceStatuses: { ap: down } } } }`, /no service "ap"/],
    [services("{ name: API, nmae: API }"), /nmae/],
  ] as const;
  for (const [properties, problem] of mistakes) {
    await written(properties);
    const { code, stdout, stderr } = await page.pulumi("preview");
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(problem);
  }

  await written(services("{ name: API }"));
  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 6 created") });
  const { resources } = JSON.parse((await page.pulumi("stack", "export")).stdout).deployment;
  const first = "urn:pulumi:test::scratch::statushub:index:Service::first";
  const api = resources.find(({ urn }: { urn: string }) => urn.endsWith("::acme-api"));
  expect(api).toMatchObject({ retainOnDelete: true, deletedWith: first });
  expect(api.dependencies).toContain(first);
  const providers = resources.map(({ provider = "" }: { provider?: string }) => provider).filter(Boolean);
  expect(new Set(providers).size).toBe(1);
  expect(providers[0]).toMatch(/^urn:pulumi:test::scratch::pulumi:providers:statushub::other::/);

  // Pulumi doesn't ask a provider whose settings aren't known yet, so the records of its pages seem to be gone.
  const later = `, account: "\${later.id}" } }\n  later: { type: "statushub:Service", properties: { hub: acme, groupId: 1, name: A`;
  await written(services("{ name: API }"), later);
  const unsure = await page.pulumi("preview");
  expect(unsure).toMatchObject({ code: 1, stdout: expect.stringContaining("cannot be deleted") });
});
