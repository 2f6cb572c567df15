import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillLargePage } from "../cli/fill.ts";
import { createPage, stateFile } from "../engine/page.ts";

const some = { services: 5, templates: 3, subscriptions: 4, maintenances: 4 };

test("[ADO-1] [ADO-10] [ADO-13] [ADO-14] [CI-1] a hub is adopted in parts, and is clean afterwards without a write or a secret in a file", async () => {
  const page = await createPage({ program: "export {};" });
  const { send } = page;
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

  const services = await page.statushub(["adopt", "acme", "--yes", "--kind", "hub", "service"]);
  expect(services).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 6 records into stack test") });

  // Another branch is deployed first, which lacks the records. The first program that declares them takes off the protection.
  const adopted = await page.read("index.ts");
  const fromMain = await page.up("export {};");
  expect(fromMain, "[ADO-13]").toMatchObject({ code: 1, stdout: expect.stringContaining("protected") });
  expect((await page.statushub(["drift"])).stdout).toContain("no longer declared");
  const merged = { code: 0, stdout: expect.stringMatching(/\[diff: ~protect\].*\n *7 unchanged\n/s) };
  expect(await page.up(adopted), "[ADO-13]").toMatchObject(merged);
  expect(await page.read(stateFile), "[ADO-13]").not.toContain('"protect":true');

  const rest = await page.statushub(["adopt", "acme", "--force", "--yes"]);
  expect(rest).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 15 records into stack test") });
  expect((await page.read(stateFile)).match(/"protect":true/g)).toHaveLength(15);
  for (const says of [
    "Already in the stack: 6 records.",
    "4 x Subscription: visitors may have signed up for them; --sign-ups includes them",
    "Left out 4 subscriptions that visitors may have signed up for.",
  ])
    expect(rest.stderr, "[ADO-14]").toContain(says);

  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(page.takeWrites()).toEqual([]);
  const readOnly = { env: { STATUSHUB_API_KEY: "emulator-read-only-key" } };
  const drift = { code: 0, stderr: "", stdout: expect.stringContaining("\n    ? 4 subscriptions of visitors\n") };
  expect(await page.statushub(["drift", "--unmanaged"], readOnly), "[CI-1] [ADO-14]").toMatchObject(drift);

  const tokens = page.emulator.records("services").map(({ token }) => token);
  const texts = [...(await page.texts()), ...[services, rest].map(({ stdout, stderr }) => stdout + stderr)].join("\n");
  for (const secret of ["hooks.example.com", "mail.example.com", "123 456", "application/private", ...tokens])
    expect(texts, "[ADO-10]").not.toContain(secret);
});

test("[ADO-1] a page that was written to a folder is imported from its file and then its Hub, without a write, and is clean afterwards", async () => {
  const page = await createPage({ program: "export {};" });
  await fillLargePage(page.send, { ...some, subscriptions: 0 });
  page.takeWrites();
  await rm(join(page.folder, "index.ts"));
  expect(await page.statushub(["adopt", "acme", "--out", "."])).toMatchObject({ code: 0 });
  const { resources } = JSON.parse(await page.read("import.json")) as {
    resources: { type: string }[];
  };
  const withoutHub = { resources: resources.filter(({ type }) => !type.endsWith(":Hub")) };
  await page.write({ "import.json": JSON.stringify(withoutHub) });
  const flags = ["--generate-code=false", "--protect=false", "--yes"];
  expect(await page.pulumi("import", "--file", "import.json", ...flags)).toMatchObject({ code: 0 });
  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 1 created") });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(page.takeWrites()).toEqual([]);
});
