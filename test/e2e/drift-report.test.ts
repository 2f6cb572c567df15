import { expect, test } from "vitest";
import { renderMarkdown, renderText } from "../../cli/drift/render.ts";
import type { Report } from "../../cli/drift/report.ts";
import { renderText as explainText } from "../../cli/preview/render.ts";
import { fillLargePage, sender } from "../cli/fill.ts";
import { statushub } from "../cli/statushub.ts";
import { projectFile } from "../engine/native.ts";
import { createPage, takeWrites } from "../engine/page.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

const some = { services: 3, templates: 2, subscriptions: 2, maintenances: 2 };

test("[CI-1 CI-2 CI-3 CI-4 CI-5 DRF-7] drift reports exactly the manual changes of each kind, in all three formats, and preview explains what undoes them", async () => {
  const page = await createPage({ program: "export {};" });
  const { emulator } = page;
  await fillLargePage(sender(emulator, "acme"), some);
  const drift = (...args: string[]) =>
    statushub(["drift", ...args], {
      cwd: page.folder,
      env: { ...page.environment, STATUSHUB_API_KEY: "emulator-read-only-key" },
    });
  await statushub(["adopt", "acme", "--force", "--yes"], { cwd: page.folder, env: page.environment });
  page.takeWrites();
  const state = await page.state();

  expect(await drift("--unmanaged")).toEqual({ code: 0, stderr: "", stdout: "No drift: the page is as declared.\n" });

  emulator.edit("hubs", 1, { name: "By | hand" });
  emulator.edit("services", 1, { name: "`By` hand" });
  emulator.edit("incident_templates", 1, { labels: ["by hand"] });
  emulator.edit("maintenance_templates", 1, { duration: 61 });
  emulator.edit("subscriptions", 1, { address: "https://hooks.example.com/by-hand" });
  emulator.edit("maintenances", 1, { end_time: "2126-01-01T04:00:00Z" });
  emulator.remove("maintenance_templates", 2);
  await sender(emulator, "acme")("POST", "/services", { name: "Added by hand", group_id: 1 });
  page.takeWrites();

  const found = await drift("--json", "--unmanaged");
  expect(found).toMatchObject({ code: 2, stderr: "" });
  const report = JSON.parse(found.stdout) as Report;
  const { counts, hubs, drift: isDrift } = report;
  expect({ isDrift, counts }).toEqual({
    isDrift: true,
    counts: { changed: 6, deleted: 1, different: 0, unmanaged: 1, signUps: 0 },
  });
  const [acme] = hubs;
  const changes = acme?.changed.flatMap(({ kind, name, properties }) =>
    properties.map((property) => [kind, name, property]),
  );
  expect(changes).toEqual([
    ["Hub", "acme", { property: "name", declared: "Acme", live: "By | hand" }],
    ["IncidentTemplate", "case-0", { property: "labels", declared: ["case"], live: ["by hand"] }],
    [
      "Maintenance",
      "patching-0",
      { property: "endTime", declared: "2126-01-01T03:00:00Z", live: "2126-01-01T04:00:00Z" },
    ],
    ["MaintenanceTemplate", "case-0", { property: "duration", declared: 60, live: 61 }],
    ["Service", "service-0", { property: "name", declared: "Service 0", live: "`By` hand" }],
    ["Subscription", "team-0", { property: "address", declared: "[secret]", live: "[secret]" }],
  ]);
  expect(acme?.deleted).toEqual([{ stack: "test", kind: "MaintenanceTemplate", name: "case-1", id: "2" }]);
  expect(acme?.unmanaged).toEqual([{ kind: "Service", id: "4", label: "Added by hand" }]);

  expect(renderText(report)).toMatchInlineSnapshot(`
    "acme
      ~ Hub acme (ID 1) was changed
          name: "By | hand", declared as "Acme"
      ~ IncidentTemplate case-0 (ID 1) was changed
          labels: ["by hand"], declared as ["case"]
      ~ Maintenance patching-0 (ID 1) was changed
          endTime: "2126-01-01T04:00:00Z", declared as "2126-01-01T03:00:00Z"
      ~ MaintenanceTemplate case-0 (ID 1) was changed
          duration: 61, declared as 60
      ~ Service service-0 (ID 1) was changed
          name: "\`By\` hand", declared as "Service 0"
      ~ Subscription team-0 (ID 1) was changed
          address: differs from the declared secret
      - MaintenanceTemplate case-1 (ID 2) was deleted
      ? Service "Added by hand" (ID 4) is not managed

    Drift: 6 changed and 1 deleted outside Pulumi. No stack manages 1 record.
    "
  `);
  expect(renderMarkdown(report)).toMatchInlineSnapshot(`
    "## Status page drift

    Drift: 6 changed and 1 deleted outside Pulumi. No stack manages 1 record.

    | hub | record | | property | live | declared |
    |---|---|---|---|---|---|
    | acme | Hub acme (ID 1) | **changed** | name | \`"By \\| hand"\` | \`"Acme"\` |
    | acme | IncidentTemplate case-0 (ID 1) | **changed** | labels | \`["by hand"]\` | \`["case"]\` |
    | acme | Maintenance patching-0 (ID 1) | **changed** | endTime | \`"2126-01-01T04:00:00Z"\` | \`"2126-01-01T03:00:00Z"\` |
    | acme | MaintenanceTemplate case-0 (ID 1) | **changed** | duration | \`61\` | \`60\` |
    | acme | Service service-0 (ID 1) | **changed** | name | \`\` "\`By\` hand" \`\` | \`"Service 0"\` |
    | acme | Subscription team-0 (ID 1) | **changed** | address | \`[secret]\` | \`[secret]\` |
    | acme | MaintenanceTemplate case-1 (ID 2) | **deleted** |  |  |  |
    | acme | Service \`"Added by hand"\` (ID 4) | not managed |  |  |  |
    "
  `);

  const explained = await statushub(["preview", "--json"], {
    cwd: page.folder,
    env: { ...page.environment, STATUSHUB_API_KEY: "emulator-read-only-key" },
  });
  expect(explained).toMatchObject({ code: 2, stderr: "" });
  expect(explained.stdout).not.toContain("hooks.example.com");
  expect(explainText(JSON.parse(explained.stdout))).toMatchInlineSnapshot(`
    "acme
      The page
        ~ Page "By | hand" is renamed to "Acme"
      Services in group 1
        ~ Service "\`By\` hand" is renamed to "Service 0"
      Maintenances
        ~ Maintenance "Patching 0" takes place at a different time
            Tuesday 1 January 2126, 02:00 to 03:00 UTC, repeats weekly
            next: 2126-01-01 02:00, 2126-01-08 02:00 and 2126-01-15 02:00 UTC
            instead of Tuesday 1 January 2126, 02:00 to 04:00 UTC, repeats weekly
      Manual changes that will be lost
        ! Page "By | hand" was changed manually
            name changes from "By | hand" to "Acme"
        ! Service "\`By\` hand" was changed manually
            name changes from "\`By\` hand" to "Service 0"
        ! Incident template "Case 0" was changed manually
            labels change from "by hand" to "case"
        ! Maintenance template "Case 0" was changed manually
            duration (minutes) changes from 61 to 60
        ! Maintenance template "Case 1" was deleted manually
            the update creates it again
        ! Subscription "webhook Team 0" was changed manually
            address changes, but is a secret
        ! Maintenance "Patching 0" was changed manually
            end time changes from Tuesday 1 January 2126, 04:00 UTC to Tuesday 1 January 2126, 03:00 UTC
      Messages
        ~ Nobody gets a message about the change of "Patching 0", as far as we know
            further messages, as far as we know: 1 day before the start
      Only subscribers notice
        ~ Subscription "webhook Team 0": address changes, but is a secret
      Only your team notices
        ~ Incident template "Case 0": labels change from "by hand" to "case"
        ~ Maintenance template "Case 0": duration (minutes) changes from 61 to 60
        + Maintenance template "Case 1" is added
            affects "Service 1" (down)

    Visitors will see 3 changes. 7 manual changes will be lost. The update takes about 2 seconds (7 writes, at most 5 a second).
    "
  `);
  expect(page.takeWrites()).toEqual([]);
  expect(await page.state()).toEqual(state);
});

const imports = `import * as statushub from "pulumi-statushub";\n`;

test("[CI-6] drift reports manual changes after a refresh, and of resources that an alias renames; during announces what counts", async () => {
  const service = (name: string, { resource = name, opts = "" } = {}) =>
    `new statushub.Service("${resource}", { hub, groupId: 1, name: "${name}" }, { ${opts} });\n`;
  const hub = `const hub = new statushub.Hub("acme", { subdomain: "acme" });\n`;
  const page = await createPage({ program: imports + hub + service("api") + service("web") + service("shop") });
  const drift = () => statushub(["drift"], { cwd: page.folder, env: page.environment });
  await page.up();
  page.takeWrites();

  const idOf = async (name: string) => Number((await page.state())[name]?.id);
  const [api, web, shop] = [await idOf("api"), await idOf("web"), await idOf("shop")];
  page.emulator.edit("services", api, { name: "API" });
  page.emulator.softDelete("services", shop);
  await page.pulumi("refresh", "--yes", "--skip-preview");
  page.emulator.edit("services", web, { name: "Web" });
  const renamed = service("web", { resource: "site", opts: 'aliases: [{ name: "web" }]' });
  await page.write({ "index.ts": imports + hub + service("api") + renamed + service("shop") });

  const { code, stdout } = await drift();
  expect(code).toBe(2);
  expect(stdout.split("\n")).toEqual([
    "acme",
    `  ~ Service site (ID ${web}) was changed`,
    '      name: "Web", declared as "web"',
    "  > Service shop is declared and not in the state",
    `  > Service api (ID ${api}) differs from the program`,
    '      name: "API", declared as "api"',
    "",
    expect.stringMatching(/^Drift: 1 changed and 0 deleted outside Pulumi. 2 records differ from the program: /),
    "",
  ]);
  expect(page.takeWrites()).toEqual([]);

  // The program differs from the state, but only in resources of this package.
  const during = (...args: string[]) => {
    const content = ["--title", "Deploy", "--service", `${web}=degraded-performance`, "--at-most", "45m"];
    const command = ["--", "pulumi", "up", "--yes", "--skip-preview"];
    return statushub(["during", "--hub", "acme", ...content, ...args, ...command], {
      cwd: page.folder,
      env: page.environment,
    });
  };
  expect(await during("--if-changes")).toMatchObject({ code: 0, stdout: expect.stringContaining("Resources:") });
  expect(page.emulator.records("maintenances")).toEqual([]);
  await page.write({ "index.ts": imports + hub + service("api") + renamed });
  expect(await during("--if-changes", "sh*")).toMatchObject({ code: 0, stderr: "" });
  const [window, ...others] = page.emulator.records("maintenances");
  expect(others).toEqual([]);
  expect(Date.parse(String(window?.end_time))).toBeLessThan(Date.now() + 1000);
  expect(page.takeWrites().filter(({ path }) => path.includes("maintenances"))).toHaveLength(2);
});

const otherAccount = { preset: { hubs: [{ subdomain: "initech", name: "Initech", groups: ["All"] }] } };

test("[ADO-16 CI-1 CI-7 REL-7] drift works with components, look-ups and explicit providers, finds unmanaged records in each account, and exits with 1 if it can't compare", async () => {
  const other = await temporaryEmulator(otherAccount);
  const page = await createPage({
    program: `${imports}
      const europe = new statushub.Provider("europe", { apiKey: "${other.apiKey}", baseUrl: "${other.url}" });
      const groups = { one: { id: 1, services: { api: { name: "API" } } } };
      new statushub.StatusPage("acme", { hub: { subdomain: "acme" }, groups });
      const hub = new statushub.Hub("initech", { subdomain: "initech" }, { provider: europe });
      new statushub.Service("remote", { hub, groupId: 1, name: "Remote" }, { provider: europe });
      statushub.Service.find("seen", { hub: "acme", name: "Legacy" });
      const own = new statushub.Provider("own", {
        apiKey: process.env.STATUSHUB_API_KEY, baseUrl: process.env.STATUSHUB_BASE_URL,
      });
      new statushub.Service("mine", { hub: "acme", groupId: 1, name: "Mine" }, { provider: own });
    `,
  });
  await sender(page.emulator, "acme")("POST", "/services", { name: "Legacy", group_id: 1 });
  await sender(other, "initech")("POST", "/services", { name: "Stapler", group_id: 1 });
  for (const emulator of [page.emulator, other]) takeWrites(emulator);
  expect(await page.up()).toMatchObject({ code: 0 });
  const names = page.takeWrites().map(({ body }) => (body as { name: string }).name);
  expect(names.sort()).toEqual(["API", "Mine"]);
  expect(takeWrites(other).map(({ body }) => body)).toEqual([{ group_id: 1, name: "Remote" }]);
  const remote = Number((await page.state()).remote?.id);
  other.edit("services", remote, { name: "By hand" });

  const drift = () => statushub(["drift", "--unmanaged"], { cwd: page.folder, env: page.environment });
  expect(await drift()).toEqual({
    code: 2,
    stderr: "",
    stdout: `acme
  ? Service "Legacy" (ID 1) is not managed

initech
  ~ Service remote (ID ${remote}) was changed
      name: "By hand", declared as "Remote"
  ? Service "Stapler" (ID 1) is not managed

Drift: 1 changed and 0 deleted outside Pulumi. No stack manages 2 records.
`,
  });

  const adopt = (...args: string[]) => statushub(["adopt", ...args], { cwd: page.folder, env: page.environment });
  const api = (await page.state())["acme-api"]?.id;
  const mine = (await page.state()).mine?.id;
  expect(await adopt("service", `acme/${api}`)).toMatchObject({
    code: 1,
    stderr: `Service ${api} is in the state already, as acme-api. There is nothing to adopt. [SH6111]\n`,
  });
  expect(await adopt("acme")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Stack test has a StatusPage, which adopt doesn't write\. .*adopt: "1234"\. \[SH6102\]\n$/,
    ),
  });
  expect(await adopt("service", `acme/${mine}`)).toMatchObject({ stderr: expect.stringContaining(" as mine. ") });
  expect(await adopt("service", "initech/1", "--base-url", other.url)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was changed: the options name [^\n]+ \[SH6120\]\n$/),
  });

  page.emulator.remove("hubs", 1);
  const { code, stdout, stderr } = await drift();
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^Could not compare the stack test with its page: Could not read [^\n]+not visible with this key/,
  );
});

test("[CI-7] drift names the hub of each record in a program in YAML", async () => {
  const other = await temporaryEmulator(otherAccount);
  const page = await createPage({
    program: "",
    files: {
      "Pulumi.yaml": projectFile(
        "yaml",
        `resources:
  europe:
    type: pulumi:providers:statushub
    properties: { apiKey: ${other.apiKey}, baseUrl: "${other.url}" }
  acme:
    type: statushub:Hub
    properties: { subdomain: acme }
  api:
    type: statushub:Service
    properties: { hub: "\${acme}", groupId: 1, name: API }
  initech:
    type: statushub:Hub
    properties: { subdomain: initech }
    options: { provider: "\${europe}" }
  remote:
    type: statushub:Service
    properties: { hub: { id: "\${initech.id}" }, groupId: 1, name: Remote }
    options: { provider: "\${europe}" }
  seen:
    type: statushub:Service
    get: { id: acme/1 }
`,
      ),
    },
  });
  await sender(page.emulator, "acme")("POST", "/services", { name: "Legacy", group_id: 1 });
  const drift = () => statushub(["drift", "--unmanaged", "--json"], { cwd: page.folder, env: page.environment });
  const sectionsOf = ({ hubs }: Report) =>
    hubs.map(({ hub, changed, different, unmanaged }) => [
      hub,
      changed.map(({ name }) => name),
      different.map(({ name }) => name),
      unmanaged.map(({ label }) => label),
    ]);

  expect(await page.up()).toMatchObject({ code: 0 });
  for (const [emulator, name] of [
    [page.emulator, "api"],
    [other, "remote"],
  ] as const) {
    emulator.edit("services", Number((await page.state())[name]?.id), { name: "By hand" });
  }
  const found = await drift();
  expect(found).toMatchObject({ code: 2, stderr: "" });
  expect(sectionsOf(JSON.parse(found.stdout))).toEqual([
    ["acme", ["api"], [], ["Legacy"]],
    ["initech", ["remote"], [], []],
  ]);
});
