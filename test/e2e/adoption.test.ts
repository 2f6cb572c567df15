import { expect, test } from "vitest";
import { fillLargePage } from "../cli/fill.ts";
import { createPage, stateFile } from "../engine/page.ts";
import { tellOnce } from "../engine/tell-once.ts";

const some = { services: 5, templates: 3, subscriptions: 4, maintenances: 4 };

/** Adopts the hub and its services, and then the other records. */
const adoptInParts = tellOnce(async () => {
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
  // Another branch is deployed first, which lacks the records.
  const adopted = await page.read("index.ts");
  const fromMain = await page.up("export {};");
  const merged = await page.up(adopted);
  const isProtected = (await page.read(stateFile)).includes('"protect":true');

  const rest = await page.statushub(["adopt", "acme", "--force", "--yes"]);
  const protectedRecords = (await page.read(stateFile)).match(/"protect":true/g);
  const writes = page.takeWrites();

  const plan = await page.plan("--refresh");
  writes.push(...page.takeWrites());

  const drift = await page.statushub(["drift", "--unmanaged"]);
  const shown = [services, rest].map(({ stdout, stderr }) => stdout + stderr).join();
  const tokens = page.emulator.records("services").map(({ token }) => token);
  const kept = await page.texts();
  return {
    services,
    fromMain,
    merged,
    isProtected,
    rest,
    protectedRecords,
    plan,
    writes,
    drift,
    texts: kept.join("\n") + shown,
    tokens,
  };
});

test("[ADO-1] a hub is adopted in parts, and is clean afterwards without a write", async () => {
  const { services, rest, protectedRecords, plan, writes } = await adoptInParts();
  expect(services).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 6 records into stack test") });
  expect(rest.stderr).toContain("Already in the stack: 6 records.");
  expect(rest).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 15 records into stack test") });
  expect(protectedRecords).toHaveLength(15);
  expect(plan).toMatchObject({ code: 0, steps: [] });
  expect(writes).toEqual([]);
});

test("[ADO-10] no file of the project or of the state, and no output, has a secret of an adopted record", async () => {
  const { texts, tokens } = await adoptInParts();
  for (const secret of ["hooks.example.com", "mail.example.com", "123 456", "application/private", ...tokens])
    expect(texts).not.toContain(secret);
});

test("[ADO-13] an up of a program that lacks the records fails, and the first one that declares them takes off the protection", async () => {
  const { fromMain, merged, isProtected } = await adoptInParts();
  expect(fromMain).toMatchObject({ code: 1, stdout: expect.stringContaining("protected") });
  expect(merged).toMatchObject({ code: 0, stdout: expect.stringMatching(/\[diff: ~protect\].*\n *7 unchanged\n/s) });
  expect(isProtected).toBe(false);
});

test("[ADO-14] subscriptions of visitors are left out, and said to be", async () => {
  const { rest, drift } = await adoptInParts();
  expect(rest.stderr).toContain("4 x Subscription: visitors may have signed up for them; --sign-ups includes them");
  expect(rest.stderr).toContain("Left out 4 subscriptions that visitors may have signed up for.");
  expect(drift).toMatchObject({ code: 0, stdout: expect.stringContaining("\n    ? 4 subscriptions of visitors\n") });
});

test("[ADO-1] a page that was written to a folder is imported from its file and then its Hub, without a write, and is clean afterwards", async () => {
  const page = await createPage({ program: "export {};" });
  await fillLargePage(page.send, { ...some, subscriptions: 0 });
  page.takeWrites();
  expect(await page.statushub(["adopt", "acme", "--out", ".", "--force"])).toMatchObject({ code: 0 });
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
