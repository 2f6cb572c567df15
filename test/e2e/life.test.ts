import { expect, test } from "vitest";
import { definitions } from "../../model/kinds/index.ts";
import { allKinds, createPage, type Page, sorted, writesOfAllKinds } from "../engine/page.ts";
import { pointer } from "../engine/pointer.ts";
import { projectOf, refreshAlways } from "../engine/project.ts";

const slackUrl = "https://hooks.example.com/services/T0/B0/kTp4XqZ";

test("[PKG-4] [PKG-5] [DRF-11] the example of all six kinds is previewed, created, left alone, changed, repaired and destroyed, and shows no secret anywhere", async () => {
  const page = await createPage({ program: allKinds });
  const { emulator } = page;
  const printed: string[] = [];
  const pulumi: Page["pulumi"] = async (...args) => {
    const run = await page.pulumi(...args);
    printed.push(run.stdout, run.stderr);
    return run;
  };
  const up: Page["pulumi"] = (...args) => pulumi("up", "--yes", "--skip-preview", "--diff", ...args);
  await page.pulumi("config", "set", "--secret", "slackUrl", slackUrl);

  expect(await pulumi("preview", "--diff")).toMatchObject({ code: 0 });
  expect(emulator.requests).toEqual([]);

  expect(await up()).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 7 created") });
  expect(sorted(page.takeWrites())).toEqual(writesOfAllKinds);
  const created = Object.values(await page.state());
  for (const kind of Object.keys(definitions)) {
    const { inputs, outputs } = created.find(({ type }) => type.endsWith(`:${kind}`)) ?? {};
    expect([inputs?.__provider, outputs?.__provider], "[PKG-5]").toEqual([pointer(kind), pointer(kind)]);
  }

  expect(await up()).toMatchObject({ code: 0, stdout: expect.stringContaining("7 unchanged") });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(page.takeWrites()).toEqual([]);

  const renamed = allKinds.replace('subdomain: "acme"', 'subdomain: "acme-status"');
  await page.write({ "index.ts": renamed.replace('name: "API"', 'name: "API", description: "REST"') });
  expect(await up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([
    { method: "PUT", path: "/hubs/acme", body: { subdomain: "acme-status" } },
    { method: "PUT", path: "/hubs/acme-status/services/1", body: { description: "REST" } },
  ]);

  emulator.edit("subscriptions", 1, { deleted: true, label: "By hand" });
  emulator.softDelete("incident_templates", 1);
  // The series goes on under its next occurrence, which is no change.
  emulator.softDelete("maintenances", 1);
  expect(await page.plan()).toMatchObject({ code: 0, steps: [] });
  expect(emulator.requests, "[DRF-11]").toEqual([]);
  const drift = [
    { name: "on-call", op: "update", properties: ["deleted"] },
    { name: "api-down", op: "create", properties: [] },
  ];
  const byFlag = await page.plan("--refresh");
  expect(byFlag).toMatchObject({ code: 7, steps: expect.arrayContaining(drift) });
  await page.write(refreshAlways);
  expect(new Set((await page.plan()).steps), "[DRF-11]").toEqual(new Set(byFlag.steps));
  await page.write({ "Pulumi.yaml": projectOf() });
  expect(await up("--refresh")).toMatchObject({ code: 0 });
  expect(sorted(page.takeWrites())).toEqual([
    "POST /hubs/acme-status/incident_templates",
    "PUT /hubs/acme-status/subscribers/1/subscriptions/1/restore",
  ]);

  expect((await page.state())["weekly-patching"]?.id).toBe("1");

  const refused = {
    method: "PUT",
    path: /subscriptions/,
    status: 422,
    body: { error: `${slackUrl.toUpperCase()} is refused` },
  };
  emulator.faults.add(refused);
  emulator.edit("subscriptions", 1, { address: `${slackUrl}x` });
  emulator.edit("maintenances", 2, { title: "Moved" });
  // Otherwise the engine may stop at the refusal, before it comes to the maintenance.
  const undone = await up("--refresh", "--continue-on-error");
  expect(undone.code).toBe(1);
  expect(page.takeWrites()).toContainEqual({
    method: "PUT",
    path: "/hubs/acme-status/maintenances/2",
    body: { title: "Weekly patching", recurring: { update_following: true } },
  });

  const tokens = emulator.records("services").map(({ token }) => token);
  const [hubBefore] = emulator.records("hubs");
  emulator.remove("services", 1);
  const destroyed = await pulumi("destroy", "--yes", "--skip-preview");
  expect(destroyed).toMatchObject({ code: 0 });
  expect(destroyed.stdout).toContain('Hub "acme-status" (ID 1) stays on StatusHub as it is');
  expect(page.takeWrites().filter(({ path }) => path === "/hubs/acme-status")).toEqual([]);
  expect(emulator.records("hubs")[0]).toEqual(hubBefore);
  for (const table of ["incident_templates", "maintenance_templates", "subscriptions", "maintenances"] as const) {
    expect(emulator.records(table).filter(({ deleted }) => !deleted)).toEqual([]);
  }

  // Including the history of the stack.
  const kept = await page.texts();
  expect(kept.length).toBeGreaterThan(5);
  for (const secret of [...tokens, emulator.apiKey, "kTp4XqZ", "KTP4XQZ"])
    expect([...printed, ...kept].filter((text) => text.includes(secret))).toEqual([]);
});
