import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCloudGov, fillLargePage, sender } from "../cli/fill.ts";
import { statushub } from "../cli/statushub.ts";
import { createPage, type Page } from "../engine/page.ts";

const some = { services: 5, templates: 3, subscriptions: 4, maintenances: 4 };

/** Runs `pulumi-statushub` in the folder of a scratch project. */
const run = (page: Page, ...args: string[]) => statushub(args, { cwd: page.folder, env: page.environment });

const state = (page: Page) => readFile(join(page.folder, ".backend/.pulumi/stacks/scratch/test.json"), "utf8");

/** Returns all files of the project, with the state and the history of the stack. */
async function keptFiles(page: Page): Promise<string> {
  const files = (await readdir(page.folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")));
  return texts.join("\n");
}

test("[ADO-1 ADO-3 ADO-4 ADO-10 ADO-13 ADO-14 SUB-7] a hub is adopted in parts and a record by its ID, without a write and without a secret in plain text", async () => {
  const page = await createPage({ program: "export {};" });
  const send = sender(page.emulator, "acme");
  await fillLargePage(send, some);
  const everything = { services_selection: { all: true } };
  for (const index of [1, 2, 3]) {
    const address = `visitor-${index}@mail.example.com`;
    await send("POST", "/subscriptions", { ...everything, method_name: "email", address });
  }
  await send("POST", "/subscriptions", { ...everything, method_name: "sms", address: "+46 8 123 456", label: "Ann" });
  const mailbox = { address: "ops@mail.example.com", protected: true };
  await send("POST", "/subscriptions", { ...everything, method_name: "email", ...mailbox });
  page.takeWrites();

  const services = await run(page, "adopt", "acme", "--yes", "--kind", "hub", "service");
  expect(services).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 6 records into stack test") });

  // Another branch is deployed first, which lacks the records.
  const adopted = await readFile(join(page.folder, "index.ts"), "utf8");
  const fromMain = await page.up("export {};");
  expect(fromMain).toMatchObject({ code: 1, stdout: expect.stringContaining("protected") });
  expect(page.takeWrites()).toEqual([]);
  const merged = await page.up(adopted);
  expect(merged).toMatchObject({ code: 0, stdout: expect.stringMatching(/\[diff: ~protect\].*\n *7 unchanged\n/s) });
  expect(await state(page)).not.toContain('"protect":true');

  const rest = await run(page, "adopt", "acme", "--force", "--yes", "--protect");
  expect(rest.stderr).toContain("Already in the stack: 6 records.");
  expect(rest).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 15 records into stack test") });
  expect(rest.stderr).toContain("4 x Subscription: visitors may have signed up for them; --sign-ups includes them");
  expect(rest.stderr).toContain("Left out 4 subscriptions that visitors may have signed up for.");
  expect((await state(page)).match(/"protect":true/g)).toHaveLength(15);

  await send("POST", "/services", { name: "Search", group_id: 4 });
  page.takeWrites();
  const one = await run(page, "adopt", "service", "acme/6", "--as", "search");
  expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining('new statushub.Service("search", {') });
  const program = await readFile(join(page.folder, "index.ts"), "utf8");
  await page.write({ "index.ts": `${program}\n${one.stdout}` });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(page.takeWrites()).toEqual([]);

  const drift = await run(page, "drift", "--unmanaged");
  expect(drift).toMatchObject({ code: 0, stdout: expect.stringContaining("\n  ? 4 subscriptions of visitors\n") });

  const failures = [
    await run(page, "adopt", "service", "acme/1"),
    await run(page, "adopt", "service", "acme/999"),
    await run(page, "adopt", "service", "999"),
    await run(page, "adopt", "maintenance", "acme/m-1"),
  ];
  expect(failures.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  expect(failures.map(({ stderr }) => stderr.trim())).toEqual([
    "Service 1 is in the state already, as service-0. There is nothing to adopt. [SH6111]",
    'Hub "acme" has no Service with the ID 999. List them with npx pulumi-statushub export acme --json. [SH6112]',
    '"999" is not the address of a Service: write hub and ID, such as acme/1234. [SH6112]',
    'Hub "acme" has no Maintenance with the ID m-1. List them with npx pulumi-statushub export acme --json. [SH6112]',
  ]);

  const kept = await keptFiles(page);
  const shown = [services, rest].map(({ stdout, stderr }) => stdout + stderr).join();
  const tokens = page.emulator.records("services").map(({ token }) => token);
  for (const secret of ["hooks.example.com", "mail.example.com", "123 456", "application/private", ...tokens])
    expect(kept + shown).not.toContain(secret);
});

test("[ADO-1 ADO-2 ADO-5 ADO-8] an exported page is imported from its file and then its Hub, without a write or a replacement, and then there is no drift", async () => {
  const page = await createPage({ program: "export {};", emulator: { preset: { hubs: [await createCloudGov()] } } });

  expect(await run(page, "export", "cloud-gov", "--out", ".", "--force")).toMatchObject({ code: 0 });
  const { resources } = JSON.parse(await readFile(join(page.folder, "import.json"), "utf8")) as ImportFile;
  const withoutHub = { resources: resources.filter(({ type }) => !type.endsWith(":Hub")) };
  await page.write({ "import.json": JSON.stringify(withoutHub) });
  const flags = ["--generate-code=false", "--protect=false", "--yes"];
  expect(await page.pulumi("import", "--file", "import.json", ...flags)).toMatchObject({ code: 0 });

  expect((await page.plan()).steps.map(({ op }) => op)).toEqual(["create"]);
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(page.takeWrites()).toEqual([]);
});

interface ImportFile {
  resources: { type: string }[];
}
