import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { failing, printing } from "../cli/statushub.ts";
import { createPage, type Page, stateFile, withPending, writtenAt } from "../engine/page.ts";
import { replying } from "../engine/reply.ts";

/** Half of the templates are in a component, whose provider is its own. */
const program = `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";

const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });
const settings = { baseUrl: process.env.STATUSHUB_BASE_URL, apiKey: process.env.STATUSHUB_API_KEY };
class Team extends pulumi.ComponentResource {
  constructor(name) {
    super("example:index:Team", name);
    const provider = new statushub.Provider("own", settings, { parent: this });
    for (let index = 0; index < 20; index++) {
      const alias = { name: "old-" + index, parent: pulumi.rootStackResource };
      const options = { parent: this, provider, aliases: [alias] };
      new statushub.IncidentTemplate("own-" + index, { hub: "acme", title: "Own " + index }, options);
    }
  }
}
new Team("team");
for (let index = 0; index < 20; index++)
  new statushub.IncidentTemplate("template-" + index, { hub, title: "Case " + index });
`;

const recover = (page: Page, ...args: string[]) => page.statushub(["recover", "--yes", ...args]);

const type = "aws:s3/bucket:Bucket";
const bucket = { urn: `urn:pulumi:test::scratch::${type}::files`, type, custom: true };

const templates = ({ emulator }: Page) => emulator.records("incident_templates");

test("[RCV-1] an up of 40 templates that was killed after ten is completed by three commands, which the next up names", async () => {
  const page = await createPage({ program, env: { PULUMI_BACKEND_URL: "file://./.backend" } });
  const begun = vi.waitUntil(() => templates(page).length > 10, { timeout: 300_000 });
  page.emulator.faults.add({ operation: "createIncidentTemplate", when: "after", after: 8, hang: true, times: 40 });
  await page.kill(["up", "--yes", "--skip-preview"], begun);
  page.emulator.faults.clear();

  // What a killed Pulumi may leave empty, and its lock.
  const attributes = `${stateFile}.attrs`;
  await page.write({ [attributes]: "" });
  const unreadable =
    /Pulumi can't read .*\(failed to load checkpoint: EOF\).* \.pulumi\/stacks\/scratch\/(test|\*)\.json\.attrs\. .*delete/i;
  for (const args of [[], ["--stack", "test"]]) expect(await recover(page, ...args)).toMatchObject(failing(unreadable));
  await rm(join(page.folder, attributes));
  const state = writtenAt(await page.read(stateFile), Date.now() - 60_000);
  await page.write({ [stateFile]: state });
  const locked = await recover(page);
  expect(locked).toMatchObject(
    failing(
      /the stack is currently locked by 1 lock.*`pulumi cancel`\. If no run .* run pulumi cancel --yes --stack test/,
    ),
  );
  expect(await page.read(stateFile)).toBe(state);
  expect(await page.pulumi("cancel", "--yes")).toMatchObject({ code: 0 });

  page.takeWrites();
  const stopped = await page.up();
  expect(stopped.code).not.toBe(0);
  expect(stopped.stdout).toMatch(
    /Could not create IncidentTemplate "\w+ \d+" .*: IncidentTemplate \d+ of the hub, .* has it\.\n +- If a run was interrupted, run npx/,
  );
  for (const line of stopped.stdout.split("\n").filter((each) => /Could not create|^ +- /.test(each)))
    expect(line.replace(/^.*?Could/, "Could").length).toBeLessThan(250);

  // What a person has to decide stays in the state, which an import would drop.
  const before = writtenAt(await page.read(stateFile), Date.now() - 60_000);
  const changed = withPending(before, { type: "creating", resource: bucket });
  await page.write({ [stateFile]: changed });
  const undecided = await recover(page);
  expect(undecided).toMatchObject(printing("Bucket files is of a different package", 2));
  expect(await page.read(stateFile)).toBe(changed);
  await page.write({ [stateFile]: before });

  const recovered = await recover(page);
  expect(recovered).toMatchObject(
    printing(
      /^On the page, but not in the state:\n.*\nImported \d+ records into stack test\.\nNext, run the interrupted command again\. .* shows \d+ resources to create\.\n$/s,
    ),
  );
  expect(page.takeWrites().filter(({ method }) => method !== "POST")).toEqual([]);
  await page.pulumi("stack", "export", "--file", "older.json");
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(templates(page)).toHaveLength(40);
  const update = {
    urn: "urn:pulumi:test::scratch::pulumi:pulumi:Stack::scratch-test",
    type: "pulumi:pulumi:Stack",
    custom: false,
  };
  const older = writtenAt(await page.read(stateFile), Date.now() - 60_000);
  await page.write({ [stateFile]: withPending(older, { type: "updating", resource: update }) });
  expect(await recover(page)).toMatchObject(printing(/^Stack test is in order\.\n.* shows no changes\.\n$/));
  expect(await recover(page)).toEqual({ code: 0, stdout: "Nothing was interrupted in stack test.\n", stderr: "" });

  page.takeWrites();
  expect(await page.pulumi("stack", "import", "--file", "older.json")).toMatchObject({ code: 0 });
  const restored = await recover(page, "--planned");
  expect(restored).toMatchObject(printing(/\nNext, run pulumi up .* shows no changes\.\n$/));
  expect(restored.stdout).not.toContain("For you to decide");
  expect(await page.plan("--refresh")).toEqual({ code: 0, steps: [], stderr: expect.not.stringContaining("pending") });
  expect(page.takeWrites()).toEqual([]);
});

test("[RCV-2] what only a person can decide ends when a person says so, also if nothing else is left", async () => {
  const page = await createPage({ program: "export {};" });
  await page.send("POST", "/incident_templates", { title: "Case", body: "Text", incident_type: "investigating" });
  const another = `
import * as statushub from "pulumi-statushub";
new statushub.IncidentTemplate("case", { hub: "acme", title: "Case", body: "Text", incidentType: "investigating", adopt: false });`;
  page.takeWrites();
  page.emulator.faults.add({ operation: "createIncidentTemplate", when: "before", hang: true });
  const begun = vi.waitUntil(() => page.emulator.requests.some(({ method }) => method === "POST"), { timeout: 60_000 });
  await page.write({ "index.ts": another });
  await page.kill(["up", "--yes", "--skip-preview"], begun);
  page.emulator.faults.clear();
  expect(await page.pulumi("cancel", "--yes")).toMatchObject({ code: 0 });
  const state = writtenAt(await page.read(stateFile), Date.now() - 60_000);
  const pending = withPending(state, { type: "creating", resource: bucket });
  await page.write({ "index.ts": "export {};", [stateFile]: pending });

  expect(await recover(page)).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(
      /IncidentTemplate case: .* IncidentTemplate 1 of the hub.*\n.*Bucket files is of a different package/i,
    ),
    stderr: expect.stringContaining("[SH6135]"),
  });
  expect(await page.read(stateFile)).toBe(pending);
  const decided = await page.statushub(["recover"], { through: replying("y\n") });
  expect(decided).toMatchObject(printing("Stack test is in order.", 2));
  expect(await recover(page)).toMatchObject(printing(/^Nothing was interrupted/));
  expect(await page.up()).toMatchObject({ code: 0 });
});
