import { expect, test } from "vitest";
import type { DriftReport } from "../../cli/drift/facts.ts";
import { driftInWords } from "../../cli/drift/words.ts";
import type { KeepReport, KeptRecord } from "../../cli/keep/facts.ts";
import type { PreviewReport } from "../../cli/preview/facts.ts";
import { renderMarkdown, renderText } from "../../cli/report/render.ts";
import { fillLargePage, sender } from "../cli/fill.ts";
import { watchFailing } from "../cli/preview/difference.ts";
import { failing } from "../cli/statushub.ts";
import { createPage, stateFile, takeWrites, withPending, writtenAt } from "../engine/page.ts";
import { projectOf, refreshAlways } from "../engine/project.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

const some = { services: 3, templates: 2, subscriptions: 2, maintenances: 2 };

test("[CI-1] [CI-2] [CI-3] [CI-4] drift reports exactly the manual changes of each kind, in JSON, as text and in Markdown, with a key that can't write, preview lists the same, and a program that says what drift --keep prints differs in nothing", async () => {
  const page = await createPage({ program: "export {};" });
  const { emulator } = page;
  await fillLargePage(page.send, some);
  const readOnly = (...args: string[]) =>
    page.statushub(args, { env: { STATUSHUB_API_KEY: "emulator-read-only-key" } });
  await page.statushub(["adopt", "acme", "--force", "--yes"]);
  page.takeWrites();
  const state = await page.state();

  emulator.edit("hubs", 1, { name: "By | hand" });
  emulator.edit("services", 1, { name: "`By` hand" });
  emulator.edit("incident_templates", 1, { labels: ["by hand"] });
  emulator.edit("maintenance_templates", 1, { duration: 61 });
  emulator.edit("subscriptions", 1, { address: "https://hooks.example.com/by-hand" });
  // The dates of a series aren't compared.
  const single = emulator.records("maintenances").find(({ title }) => title === "Patching 1");
  emulator.edit("maintenances", Number(single?.id), { end_time: "2126-01-02T04:00:00Z" });
  emulator.remove("maintenance_templates", 2);
  await page.send("POST", "/services", { name: "Added by hand", group_id: 1 });
  await page.send("POST", "/maintenances", {
    ...{ title: "Last year", start_time: "2025-01-01T02:00:00Z", end_time: "2025-01-01T03:00:00Z", body: "" },
    service_statuses: [{ service_id: 1, status: "down" }],
  });
  page.takeWrites();

  emulator.clearRequests();
  const found = await readOnly("drift", "--json", "--unmanaged");
  const lists = emulator.requests.filter(({ path }) => path.startsWith("/hubs/acme/") && !/\d$/.test(path));
  // The refresh of Pulumi and the report read each list once. What isn't managed is found in the same one.
  const readings = [...Map.groupBy(lists, ({ path }) => path).values()];
  expect(readings.filter(({ length }) => length > 2)).toEqual([]);
  const explained = await readOnly("preview", "--json");
  expect([page.takeWrites(), await page.state()], "[CI-3]").toEqual([[], state]);

  expect(found, "[CI-1]").toMatchObject({ code: 2, stderr: "" });
  const report = JSON.parse(found.stdout) as DriftReport;
  expect(report.drift, "[CI-2]").toBe(true);
  expect(report.counts, "[CI-2]").toEqual({ overwritten: 7, different: 0, archived: 0, unmanaged: 1, signUps: 0 });
  expect(renderText(driftInWords(report))).toMatchInlineSnapshot(`
    "acme
      Manual changes
        ! Page "By | hand" (resource "acme") was changed manually
            name: "By | hand" instead of "Acme"
        ! Service "\`By\` hand" (resource "service-0") was changed manually
            name: "\`By\` hand" instead of "Service 0"
        ! Incident template "Case 0" was changed manually
            labels: "by hand" instead of "case"
        ! Maintenance template "Case 0" was changed manually
            duration (minutes): 61 instead of 60
        ! Maintenance template "Case 1" was deleted manually
            the next update creates it again
        ! Subscription "webhook Team 0" (resource "team-0") was changed manually
            address: not the declared secret
        ! Maintenance "Patching 1" was changed manually
            end time: Wednesday 2 January 2126, 04:00 UTC instead of Wednesday 2 January 2126, 03:00 UTC
      Not managed
        ? Service "Added by hand" (ID 4)

    Drift: 7 manual changes. Keep them: npx pulumi-statushub drift --keep. Undo them: pulumi up --refresh. No stack manages 1 record.
    "
  `);
  // Both forms say the same, apart from the heading, marks and quotes, and the place of the summary.
  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.sort();
  const markdown = renderMarkdown(driftInWords(report)).replace("## Status page drift", "");
  expect(wordsOf(markdown)).toEqual(wordsOf(renderText(driftInWords(report))));
  // What has ended isn't listed.
  expect(report.hubs[0]?.unmanaged, "[CI-4]").toEqual([{ kind: "Service", id: "4", label: "Added by hand" }]);

  expect(explained).toMatchObject({ code: 2, stderr: "" });
  expect(explained.stdout).not.toContain("hooks.example.com");
  const [hub] = (JSON.parse(explained.stdout) as PreviewReport).hubs;
  expect(hub?.overwritten).toEqual(report.hubs[0]?.overwritten);
  expect(hub?.page.map(({ label, change }) => [label, change])).toEqual([
    ["By | hand", "renamed"],
    ["`By` hand", "renamed"],
    ["Patching 1", "moved"],
  ]);

  const keep = await readOnly("drift", "--keep", "--json", "--unmanaged");
  expect(keep).toMatchObject({ code: 2, stderr: "" });
  expect(keep.stdout).not.toContain("hooks.example.com");
  const kept = JSON.parse(keep.stdout) as KeepReport;
  expect(kept.unmanaged).toMatchObject([{ id: "4", how: 'adopt: "4"' }]);
  const text = await page.read("index.ts");
  await page.write({ "index.ts": kept.records.reduce(applied, text) });
  const [command = ""] = kept.records.flatMap(({ properties }) => properties.flatMap(({ command: one }) => one ?? []));
  const [, ...args] = command.split(" ");
  await page.pulumi(...args, "https://hooks.example.com/by-hand");
  const clean = { code: 0, stderr: "", stdout: "No drift: the page is as declared.\n" };
  emulator.clearRequests();
  expect(await readOnly("drift"), "[CI-1]").toEqual(clean);
  const readByDrift = emulator.requests.length;
  emulator.clearRequests();
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  // Beside the plan, drift reads what a refresh does.
  expect(readByDrift).toBeLessThanOrEqual(2 * emulator.requests.length);
  expect(page.takeWrites()).toEqual([]);
});

/** Puts what the report prints for a record into a program that adopt has written. */
function applied(text: string, { kind, name, change, properties }: KeptRecord): string {
  const statements = text.split("\n\n");
  const index = statements.findIndex((statement) => statement.includes(`new statushub.${kind}("${name}"`));
  if (change === "deleted") return statements.toSpliced(index, 1).join("\n\n");
  const replaced = properties.reduce(
    (statement, { property, code }) =>
      code === undefined
        ? statement
        : statement.replace(RegExp(`\\b${property}: ("[^"]*"|\\d+|\\[[^\\]]*\\])`), () => code.trim().slice(0, -1)),
    statements[index] ?? "",
  );
  return statements.with(index, replaced).join("\n\n");
}

const hub =
  'const statushub = require("pulumi-statushub");\nnew statushub.Hub("acme", { subdomain: "acme", name: "Acme" });\n';
const api = 'new statushub.Service("api", { hub: "acme", groupId: 1, name: "API", customId: "api" });\n';

test("[CI-1] both reports name a create that was interrupted, whose record may be on the page already, and say where a changed record is declared", async () => {
  // In CommonJS, the state has the line of each resource.
  const page = await createPage({
    files: {
      "Pulumi.yaml": projectOf().replace("index.ts", "index.js"),
      "package.json": JSON.stringify({ name: "scratch", private: true }),
      "index.js": hub,
    },
    env: { PULUMI_BACKEND_URL: "file://./.backend" },
  });
  await page.up();
  const type = "pulumi-nodejs:dynamic/statushub:Service";
  const resource = {
    urn: `urn:pulumi:test::scratch::${type}::api`,
    type,
    custom: true,
    inputs: { hub: "acme", name: "API" },
  };
  const state = withPending(await page.read(stateFile), { type: "creating", resource });
  await page.write({ [stateFile]: state });
  expect(await page.statushub(["drift"]), "[CI-1]").toMatchObject(failing("An update is under way", 3));
  await page.write({ [stateFile]: writtenAt(state, Date.now() - 61_000) });

  page.emulator.edit("hubs", 1, { name: "By hand" });
  const overwritten = [{ name: "acme", sourcePosition: { path: "index.js", line: 2 } }];
  const interrupted = [{ stack: "test", kind: "Service", name: "api", id: "", label: "API" }];
  for (const command of ["preview", "drift"]) {
    const { code, stdout } = await page.statushub([command, "--json"]);
    expect({ code, hubs: JSON.parse(stdout).hubs }).toMatchObject({
      code: 2,
      hubs: [{ hub: "acme", interrupted, overwritten }],
    });
    const inWords = (await page.statushub([command])).stdout;
    expect(inWords).toContain('? Service "API" was being created when a run was interrupted');
    expect(inWords).toContain('! Page "By hand" (resource "acme", index.js:2) was changed manually');
  }

  // Its record is on the page already.
  await page.send("POST", "/services", { group_id: 1, name: "API", custom_id: "api" });
  page.takeWrites();
  await page.write({ "index.js": hub + api });
  const compare = watchFailing(page.emulator);
  const { code, stdout } = await page.statushub(["preview", "--json"]);
  const report = JSON.parse(stdout) as PreviewReport;
  const refusal = { name: "api", certain: true, message: expect.stringContaining("[SH4019]") };
  expect({ code, report }).toMatchObject({
    code: 1,
    report: { fails: true, failures: [refusal], hubs: [{ interrupted }] },
  });
  const refused = await page.up(undefined, "--refresh");
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining("[SH4019]") });
  expect(page.takeWrites().length).toBeLessThanOrEqual(report.writes);
  compare(report);
});

const imports = `import * as statushub from "pulumi-statushub";\n`;

test("during announces an up if something changes that counts, on the page too if the project refreshes, and not if only resources of the package do", async () => {
  const service = (name: string) => `new statushub.Service("${name}", { hub: "acme", groupId: 1, name: "${name}" });\n`;
  const page = await createPage({ program: imports + service("api") + service("shop") });
  await page.up();
  const affected = [{ service_id: 1, status: "degraded-performance" }];
  await page.send("POST", "/maintenance_templates", { title: "Deploy", duration: 45, service_statuses: affected });
  page.takeWrites();
  const during = (...args: string[]) =>
    page.statushub(["during", "Deploy", "--hub", "acme", ...args, "--", "pulumi", "up", "--yes", "--skip-preview"]);
  // The program differs from the state, but only in resources of this package.
  await page.write({ "index.ts": imports + service("api") + service("site") + service("shop") });
  expect(await during("--if-changes")).toMatchObject({ code: 0, stdout: expect.stringContaining("Resources:") });
  expect(page.emulator.records("maintenances")).toEqual([]);
  page.takeWrites();
  // Only the page differs, and the project refreshes: the up repairs it.
  await page.write(refreshAlways);
  const { id } = page.emulator.records("services").find(({ name }) => name === "shop") ?? {};
  page.emulator.edit("services", Number(id), { name: "By hand" });
  expect(await during("--if-changes", "sh*")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("is open until"),
  });
  const [window, ...others] = page.emulator.records("maintenances");
  expect(others).toEqual([]);
  expect(Date.parse(String(window?.end_time))).toBeLessThan(Date.now() + 1000);
  expect(page.takeWrites().filter(({ path }) => path.includes("maintenances"))).toHaveLength(2);
});

const otherAccount = { preset: { hubs: [{ subdomain: "initech", name: "Initech", groups: ["All"] }] } };

test("[CI-7] drift works with components, lookups and explicit providers, finds unmanaged records in each account, and exits with 1 if it can't compare", async () => {
  const other = await temporaryEmulator(otherAccount);
  const page = await createPage({
    program: `import * as pulumi from "@pulumi/pulumi";
      ${imports}
      const europe = new statushub.Provider("europe", { apiKey: "${other.apiKey}", baseUrl: "${other.url}" });
      const team = new pulumi.ComponentResource("acme:index:Team", "team");
      new statushub.Service("api", { hub: "acme", groupId: 1, name: "API" }, { parent: team });
      const hub = new statushub.Hub("initech", { subdomain: "initech" }, { provider: europe });
      new statushub.Service("remote", { hub, groupId: 1, name: "Remote" }, { provider: europe });
      statushub.Service.find("seen", { hub: "acme", name: "Legacy" });
      const own = new statushub.Provider("own", {
        apiKey: process.env.STATUSHUB_API_KEY, baseUrl: process.env.STATUSHUB_BASE_URL,
      });
      new statushub.Service("mine", { hub: "acme", groupId: 1, name: "Mine" }, { provider: own });
    `,
  });
  await page.send("POST", "/services", { name: "Legacy", group_id: 1 });
  await sender(other, "initech")("POST", "/services", { name: "Stapler", group_id: 1 });
  for (const emulator of [page.emulator, other]) takeWrites(emulator);
  expect(await page.up()).toMatchObject({ code: 0 });
  const names = page.takeWrites().map(({ body }) => (body as { name: string }).name);
  expect(names.sort()).toEqual(["API", "Mine"]);
  expect(takeWrites(other).map(({ body }) => body)).toEqual([{ group_id: 1, name: "Remote" }]);
  const remote = Number((await page.state()).remote?.id);
  other.edit("services", remote, { name: "By hand" });

  const drift = () => page.statushub(["drift", "--unmanaged"]);
  expect(await drift()).toEqual({
    code: 2,
    stderr: "",
    stdout: `acme
  Not managed
    ? Service "Legacy" (ID 1)

initech
  Manual changes
    ! Service "By hand" (resource "remote") was changed manually
        name: "By hand" instead of "Remote"
  Not managed
    ? Service "Stapler" (ID 1)

Drift: 1 manual change. Keep it: npx pulumi-statushub drift --keep. Undo it: pulumi up --refresh. No stack manages 2 records.
`,
  });

  expect(await page.statushub(["adopt", "acme"])).toMatchObject(
    failing(
      /^Stack test has \d+ resources that the program would not declare, such as .* adopt: "1234" for single records\. \[SH6102\]\n$/,
    ),
  );

  page.emulator.remove("hubs", 1);
  const { code, stdout, stderr } = await drift();
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^Could not compare the stack test with its page: Could not read [^\n]+not visible with this key/,
  );
});
