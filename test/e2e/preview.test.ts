import { expect, test } from "vitest";
import { projectFile } from "../engine/native.ts";
import { createPage } from "../engine/page.ts";
import { tellOnce } from "../engine/tell-once.ts";

const diagnosticsIn = (stdout: string) => stdout.slice(stdout.indexOf("Diagnostics:")).replace(/\n +/g, "\n");

const dynamicProgram = `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";

const hub = new statushub.Hub("acme", { subdomain: "acme" });
const service = { hub, groupId: 1, name: "Web" };
new statushub.Hub("acme-again", { subdomain: "acme" });
new statushub.Service("web", { ...service, customId: "secret-Vx7h" });
new statushub.Service("web-again", { ...service, hub: "acme", customId: pulumi.secret("secret-Vx7h") });
for (const name of ["team", "team-again"]) {
  const address = "https://hooks.example.com/services/secret-Vx7h";
  new statushub.Subscription(name, { hub, method: "slack", address, services: ["4711"] });
}

// None of these is a conflict, because the hub, the account or the final value differs.
new statushub.Service("other-hub", { ...service, hub: "globex", groupId: 9, customId: "web" });
const provider = new statushub.Provider("other", { apiKey: process.env.STATUSHUB_API_KEY });
new statushub.Service("other-account", { ...service, customId: "web" }, { provider });
const transformation = ({ props, opts }) => ({ props: { ...props, customId: "web-2" }, opts });
new statushub.Service("transformed", { ...service, customId: "web" }, { transformations: [transformation] });
`;

const previewDynamic = tellOnce(async () => {
  const page = await createPage({ program: dynamicProgram, env: { STATUSHUB_VERIFY: "true" } });
  const preview = await page.pulumi("preview");
  return { ...preview, lines: diagnosticsIn(preview.stdout).split("\n"), writes: page.takeWrites() };
});

test("[PRE-1] one preview reports all duplicate declarations, without the value", async () => {
  const { code, lines, stdout } = await previewDynamic();
  expect(code).not.toBe(0);
  const twice = (kind: string, name: string) =>
    new RegExp(`${kind} "${name}(-again)?" and ${kind} "${name}(-again)?" both`);
  expect(lines.filter((line) => line.startsWith("error:")).sort()).toEqual([
    expect.stringMatching(twice("Hub", "acme")),
    expect.stringMatching(twice("Service", "web")),
    expect.stringMatching(twice("Subscription", "team")),
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/ both declare the same customId on the same hub, and only one/));
  expect(stdout).not.toContain("Vx7h");
});

test("[PRE-2] with verify, one preview also reports everything that would fail in an up, and writes nothing", async () => {
  const { lines, writes } = await previewDynamic();
  expect(lines).toContainEqual(
    expect.stringMatching(/^up would fail: Subscription "slack" .* refers to Service 4711, which/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^warning: No Service of hub "acme" is in group 1, /));
  expect(writes).toEqual([]);
});

const nativeProgram = `
import * as statushub from "pulumi-statushub/native";

const web = new statushub.Service("web", { hub: "acme", groupId: 1, name: "Website" });
const template = { hub: "acme", title: "Down", serviceStatuses: [{ service: "4711", status: "down" as const }] };
for (const name of ["one", "two"]) new statushub.IncidentTemplate(name, { ...template, title: name });
new statushub.Maintenance("patching", {
  hub: "acme",
  title: "Patching",
  startTime: "2031-12-06T02:00:00Z",
  endTime: "2031-12-06T03:00:00Z",
  serviceStatuses: [{ service: web, status: "down" }],
  repeat: { interval: "weeky" },
});
`;

const previewNative = tellOnce(async () => {
  const files = { "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n` };
  const page = await createPage({ program: nativeProgram, files });
  const report = await page.pulumi("preview", "--config", "statushub:verify=true");
  const strict = await page.pulumi("preview", "--config", "statushub:verify=strict");
  return { report, lines: diagnosticsIn(report.stdout), strict, writes: page.takeWrites() };
});

test("[PRE-2] the native provider reports each problem at its resource, and with strict, the first one fails the preview", async () => {
  const { report, lines, strict, writes } = await previewNative();
  expect(report).toMatchObject({ code: 0 });
  for (const name of ["one", "two"]) {
    expect(lines).toMatch(
      new RegExp(`statushub:index:IncidentTemplate \\(${name}\\):\nerror: .* refers to Service 4711`),
    );
  }
  expect(lines).toMatch(/statushub:index:Service \(web\):\nwarning: No Service of hub "acme" is in group 1/);
  expect(strict.code).not.toBe(0);
  expect(writes).toEqual([]);
});

test("[PRE-3] the native provider warns about an undocumented text at its resource", async () => {
  expect((await previewNative()).lines).toMatch(
    /statushub:index:Maintenance \(patching\):\nwarning: .*repeat.interval "weeky" may be rejected/,
  );
});
