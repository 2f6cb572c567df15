import { expect, test, vi } from "vitest";
import { formatInstant } from "../../model/api/instant.ts";
import { createPage, type Page, stateFile } from "../engine/page.ts";

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

const templates = ({ emulator }: Page) => emulator.records("incident_templates");

test("[RCV-1] an up of 40 templates that was killed after ten is completed by two commands, which the next up names", async () => {
  const page = await createPage({ program });
  // Somebody has made an equal one an hour before.
  const { id } = await page.send("POST", "/incident_templates", { title: "Case 0" });
  page.emulator.edit("incident_templates", Number(id), { created_at: formatInstant(Date.now() - 61 * 60_000) });
  const begunAt = Date.now();
  const isMade = () => templates(page).filter(({ title }) => title === "Case 0").length > 1;
  const begun = vi.waitUntil(() => isMade() && templates(page).length > 10, { timeout: 300_000 });
  page.emulator.faults.add({ operation: "createIncidentTemplate", when: "after", after: 8, hang: true, times: 40 });
  await page.kill(["up", "--yes", "--skip-preview"], begun);
  page.emulator.faults.clear();
  page.takeWrites();

  expect(await page.pulumi("cancel", "--yes")).toMatchObject({ code: 0 });
  const stopped = await page.up();
  expect(stopped.code).not.toBe(0);
  expect(stopped.stdout).toMatch(/Could not create IncidentTemplate "\w+ \d+" .*: run npx pulumi-statushub recover/);
  for (const line of stopped.stdout.split("\n").filter((each) => each.includes("[SH4004]")))
    expect(line.replace(/^.*?Could/, "Could").length).toBeLessThan(400);

  // What a person has to decide stays in the state, which an import would drop.
  const state = await page.read(stateFile);
  const bucket = {
    urn: "urn:pulumi:test::scratch::aws:s3/bucket:Bucket::files",
    type: "aws:s3/bucket:Bucket",
    custom: true,
  };
  const operation = JSON.stringify({ type: "creating", resource: bucket });
  const changed = state.replace(/"pending_operations": *\[/, (start) => `${start}${operation},`);
  await page.write({ [stateFile]: changed });
  const undecided = await recover(page);
  expect(undecided).toMatchObject({
    code: 2,
    stdout: expect.stringContaining("Bucket files is of a different package"),
  });
  expect(await page.read(stateFile)).toBe(changed);
  await page.write({ [stateFile]: state });

  const recovered = await recover(page);
  expect(recovered).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Created by the interrupted run:\n.*\nImported \d+ records into stack test\.\n/s),
  });
  expect(page.takeWrites().filter(({ method }) => method !== "POST")).toEqual([]);
  await page.pulumi("stack", "export", "--file", "older.json");
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(templates(page)).toHaveLength(41);
  const done = await page.read(stateFile);
  const update = {
    type: "updating",
    resource: {
      urn: "urn:pulumi:test::scratch::pulumi:pulumi:Stack::scratch-test",
      type: "pulumi:pulumi:Stack",
      custom: false,
    },
  };
  const pending = `"pending_operations": [${JSON.stringify(update)}],`;
  await page.write({ [stateFile]: done.replace(/"latest": *\{/, (start) => start + pending) });
  expect(await recover(page)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Stack test is in order\.\n.*changes nothing/),
  });
  expect(await recover(page)).toEqual({ code: 0, stdout: "Nothing was interrupted in stack test.\n", stderr: "" });

  page.takeWrites();
  expect(await page.pulumi("stack", "import", "--file", "older.json")).toMatchObject({ code: 0 });
  const restored = await recover(page, "--created-since", formatInstant(begunAt));
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining("which changes nothing.") });
  expect(await page.plan("--refresh")).toEqual({ code: 0, steps: [], stderr: expect.not.stringContaining("pending") });
  expect(page.takeWrites()).toEqual([]);
});
