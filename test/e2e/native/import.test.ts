import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { outputOf } from "../../../tools/command.ts";
import { fillLargePage } from "../../cli/fill.ts";
import { printing } from "../../cli/statushub.ts";
import { createPythonPage, importedProgram, projectFile } from "../../engine/native.ts";
import { createPage, type Page } from "../../engine/page.ts";
import { addScripts } from "../../engine/project.ts";

/** Creates a page with at least one record of each kind, without Pulumi. */
async function fillByHand({ emulator, send }: Page): Promise<void> {
  await fillLargePage(send, { services: 2, templates: 1, subscriptions: 1, maintenances: 0 });
  await send("PUT", "", { product_url: "https://acme.example.com" });
  await send("POST", "/maintenances", {
    title: "Patching",
    start_time: "2037-12-06T02:00:00Z",
    end_time: "2037-12-06T03:00:00Z",
    service_statuses: [{ service_id: 1, status: "degraded-performance" }],
  });
  await send("PUT", "/maintenances/1", {
    event_repeat: { interval: "weekly", interval_options: { enabled_days: "sunday" } },
    event_notifications: [{ offset_in_min: -60, offset_type: "start" }],
  });
  emulator.clearRequests();
}

function importFile(): string {
  const kinds = ["Service", "IncidentTemplate", "MaintenanceTemplate", "Subscription", "Maintenance"];
  const resources = [
    { type: "statushub:index:Hub", name: "acme", id: "acme" },
    { type: "statushub:index:Service", name: "api", id: "acme/2" },
    ...kinds.map((kind) => ({ type: `statushub:index:${kind}`, name: `the${kind}`, id: "acme/1" })),
  ];
  return JSON.stringify({ resources });
}

test("a whole page is imported from a file, and the program that Pulumi generates matches it in every language", async () => {
  const page = await createPythonPage("");
  await fillByHand(page);
  await page.write({ "Pulumi.yaml": projectFile("yaml"), "page.json": importFile() });
  const flags = ["--out", "program.yaml", "--protect=false", "--yes"];
  expect(await page.pulumi("import", "--file", "page.json", ...flags)).toMatchObject({ code: 0 });
  const { stdout: state } = await page.pulumi("stack", "export", "--show-secrets");
  const text = await page.read("program.yaml");

  const inTypeScript = await importedProgram("nodejs", state);
  const programs = [
    { "Pulumi.yaml": projectFile("yaml", text) },
    { "Pulumi.yaml": projectFile("python"), "__main__.py": await importedProgram("python", state) },
    {
      "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`,
      "index.ts": inTypeScript.replace('"pulumi-statushub"', '"pulumi-statushub/native"'),
    },
  ];
  for (const program of programs) {
    await page.write(program);
    expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  }
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([]);
  await outputOf(process.execPath, [compiler, "index.ts", ...strictly.split(" ")], { cwd: page.folder });
});

/** The CLI, which kills the command that has started it once an import has changed the state. */
const killer = `
"$REAL" "$@"
case "$1" in import) kill -9 $PPID ;; esac`;

test("[ADO-15] adopt, killed after it has imported a page into a YAML project, goes on, and no file ever has a secret", async () => {
  const page = await createPage({ program: "", files: { "Pulumi.yaml": projectFile("yaml"), "temporary/.keep": "" } });
  await fillByHand(page);
  const [TMPDIR, command] = [join(page.folder, "temporary"), ["adopt", "acme", "--yes"]];
  const env = { ...(await addScripts(page, { pulumi: killer })), REAL: inject("pulumi").path, TMPDIR };
  const secret = "hooks.example.com";

  expect(await page.statushub(command, { env })).toMatchObject({ code: null });
  // By name, and the two templates have one.
  expect(Object.keys(await page.state())).toHaveLength(7);
  expect((await page.texts()).join("\n")).not.toContain(secret);

  const done = await page.statushub(command, { env: { TMPDIR } });
  expect(done).toMatchObject({ code: 0, stdout: "Adopted 6 records into stack test.\n" });
  expect(done.stderr).toContain('  Subscription team-0 with adopt: "1"\n');
  const code = await page.read("statushub-adopted.yaml");
  expect((await page.texts()).join("\n")).not.toContain(secret);

  const subscription = `  team-0:
    type: statushub:Subscription
    properties: { hub: acme, method: webhook, address: "https://hooks.example.com/secret-0", services: ["1"], adopt: "1" }
`;
  await page.write({ "Pulumi.yaml": projectFile("yaml", code + subscription) });
  expect(await page.up(undefined, "--refresh")).toMatchObject(printing("+ 1 created\n    7 unchanged\n"));
  expect(page.takeWrites()).toEqual([]);
  expect(await page.statushub(command)).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Nothing to adopt/) });
});

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const strictly = "--noEmit --strict --module nodenext --target es2024 --skipLibCheck --types node";

const preset = {
  hubs: [
    { subdomain: "acme", name: "Acme" },
    { subdomain: "2024", name: "The year", groups: ["One"], services: [{ name: "Web", group_id: 1 }] },
  ],
};

const program = (resources = "{}") => projectFile("yaml", `resources: ${resources}\n`);

test("a hub called 2024 and its service are imported, and the code for them shows no changes", async () => {
  const page = await createPage({ program: "", files: { "Pulumi.yaml": program() }, emulator: { preset } });
  const imported = async (type: string, name: string, id: string) => {
    const done = await page.pulumi("import", `statushub:index:${type}`, name, id, "--yes", "--protect=false");
    expect(done).toMatchObject({ code: 0 });
    return done.stdout.split(/^resources:\n/m)[1]?.trimEnd() ?? "";
  };

  const hub = await imported("Hub", "year", "2024");
  const service = await imported("Service", "web", "2024/1");
  expect(hub).toMatch(/subdomain: .?2024/);
  await page.write({ "Pulumi.yaml": program(`\n${hub}\n${service}`) });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(await page.state()).toMatchObject({ year: { id: "2" }, web: { id: "1", outputs: { hubId: "2" } } });
  expect(page.takeWrites()).toEqual([]);
});
