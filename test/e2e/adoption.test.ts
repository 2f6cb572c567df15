import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillLargePage, fillPage, presetOf, readPageData, sender } from "../cli/fill.ts";
import { statushub } from "../cli/statushub.ts";
import { createPage, type Page } from "../engine/page.ts";

/** Each of these runs the engine a dozen times. */
const patience = 400_000;

const some = { services: 5, templates: 3, subscriptions: 4, maintenances: 4 };

/** Runs `pulumi-statushub` in the folder of a scratch project. */
const run = (page: Page, ...args: string[]) => statushub(args, { cwd: page.folder, env: page.environment });

/** A project whose program says nothing yet, and a page with records of every kind. */
async function createAdoption(): Promise<Page> {
  const page = await createPage({ program: "export {};" });
  await fillLargePage(sender(page.emulator, "acme"), some);
  page.takeWrites();
  return page;
}

/** Everything that Pulumi has kept of the stack, its history included. */
async function keptFiles(page: Page): Promise<string> {
  const files = (await readdir(page.folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")));
  return texts.join("\n");
}

test(
  "[ADO-1 ADO-10 SUB-7] a hub is adopted in one go, with no write, and no secret in plain text anywhere",
  async () => {
    const page = await createAdoption();

    const planned = await run(page, "adopt", "acme", "--dry-run");
    expect(planned).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Into the state of stack test: 20 records."),
    });
    expect(await page.state()).toEqual({});

    const adopted = await run(page, "adopt", "acme", "--yes", "--protect");
    expect(adopted).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 20 records into stack test") });
    expect(await page.plan()).toMatchObject({ code: 0, steps: [] });
    expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
    expect(await page.up()).toMatchObject({ code: 0 });
    expect(page.takeWrites()).toEqual([]);
    expect((await page.pulumi("stack", "export")).stdout.match(/"protect": true/g)).toHaveLength(20);

    const state = await page.state();
    expect(state["team-1"]?.inputs.address).toMatchObject({
      plaintext: JSON.stringify("https://hooks.example.com/secret-1"),
    });
    const kept = await keptFiles(page);
    const shown = [planned, adopted].map(({ stdout, stderr }) => stdout + stderr).join();
    const tokens = page.emulator.records("services").map(({ token }) => token);
    for (const secret of ["hooks.example.com", "application/private", ...tokens])
      expect(kept + shown).not.toContain(secret);
  },
  patience,
);

test(
  "[ADO-3 ADO-4] what is in the state already is left alone, and one record more is taken along under its name",
  async () => {
    const page = await createAdoption();
    await run(page, "adopt", "acme", "--yes", "--kind", "hub", "service");
    await sender(page.emulator, "acme")("POST", "/services", { name: "Search", group_id: 4 });
    page.takeWrites();

    const again = await run(page, "adopt", "acme", "--force", "--yes", "--kind", "hub", "service");
    expect(again.stderr).toContain("In the state already: 6 records.");
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 1 record ") });

    const one = await run(page, "adopt", "subscription", "acme/2", "--as", "team-one");
    expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining('new statushub.Subscription("team-one", {') });
    const program = await readFile(join(page.folder, "index.ts"), "utf8");
    const pulumi = 'import * as pulumi from "@pulumi/pulumi";\nconst config = new pulumi.Config();\n';
    await page.write({ "index.ts": `${pulumi}${program}\n${one.stdout}` });
    expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
    expect(page.takeWrites()).toEqual([]);

    const failures = [
      await run(page, "adopt", "service", "acme/1"),
      await run(page, "adopt", "service", "acme/999"),
      await run(page, "adopt", "service", "999"),
    ];
    expect(failures.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(failures.map(({ stderr }) => stderr.trim())).toEqual([
      "Service 1 is in the state already, as service-0: nothing is left to adopt.",
      'Hub "acme" has no Service with the ID 999. List them with npx pulumi-statushub export acme --json.',
      '"999" is not the address of a Service: write hub and ID, such as acme/1234.',
    ]);
  },
  patience,
);

test.each(["quickstart", "cloud-gov"])(
  "[ADO-1 ADO-5] the page of %s is exported, imported from the file, and clean, with no write",
  async (name) => {
    const data = await readPageData(join(import.meta.dirname, "../../examples", name, "page.json"));
    const page = await createPage({ program: "export {};", emulator: { preset: presetOf("page", data) } });
    await fillPage(sender(page.emulator, "page"), data);
    page.takeWrites();

    expect(await run(page, "export", "page", "--out", ".", "--force")).toMatchObject({ code: 0 });
    const flags = ["--generate-code=false", "--protect=false", "--yes"];
    expect(await page.pulumi("import", "--file", "import.json", ...flags)).toMatchObject({ code: 0 });
    expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
    expect(page.takeWrites()).toEqual([]);
  },
);
