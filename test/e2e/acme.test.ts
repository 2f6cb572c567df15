import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPage, type Page } from "../engine/page.ts";

const source = join(import.meta.dirname, "../../examples/acme/index.ts");
const slackUrl = "https://hooks.example.com/services/T0/B0/kTp4XqZ";

async function deploy(): Promise<Page & { printed: string[] }> {
  const page = await createPage({ program: await readFile(source, "utf8") });
  await page.pulumi("config", "set", "--secret", "slackUrl", slackUrl);
  const printed: string[] = [];
  const pulumi: Page["pulumi"] = async (...args) => {
    const run = await page.pulumi(...args);
    printed.push(run.stdout, run.stderr);
    return run;
  };
  const up = () => pulumi("up", "--yes", "--diff");
  return { ...page, pulumi, up, printed };
}

test("[PKG-4 NPD-2 LIF-3 LIF-5] the example of all six kinds runs, is clean afterwards, and can be destroyed", async () => {
  const page = await deploy();
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites().map(({ method, path }) => `${method} ${path.replace(/\/\d+$/, "/#")}`)).toEqual(
    expect.arrayContaining([
      "PUT /hubs/acme",
      "POST /hubs/acme/services",
      "POST /hubs/acme/incident_templates",
      "POST /hubs/acme/maintenance_templates",
      "POST /hubs/acme/subscriptions",
      "POST /hubs/acme/maintenances",
      "PUT /hubs/acme/maintenances/#",
    ]),
  );

  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining("7 unchanged") });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(page.takeWrites()).toEqual([]);

  expect(await page.pulumi("destroy", "--yes")).toMatchObject({ code: 0 });
  for (const table of [
    "services",
    "incident_templates",
    "maintenance_templates",
    "subscriptions",
    "maintenances",
  ] as const) {
    expect(page.emulator.records(table).filter(({ deleted }) => !deleted)).toEqual([]);
  }
});

test("[SUB-7 SUB-4 DRF-6] a subscription deleted by hand is restored, and its address is shown and kept nowhere", async () => {
  const page = await deploy();
  await page.up();
  page.emulator.edit("subscriptions", 1, { deleted: true, label: "By hand" });
  page.emulator.softDelete("incident_templates", 1);
  page.takeWrites();

  expect(await page.plan("--refresh")).toMatchObject({
    code: 7,
    steps: expect.arrayContaining([
      { name: "on-call", op: "update", properties: ["deleted"] },
      { name: "api-down", op: "create", properties: [] },
    ]),
  });
  expect(await page.pulumi("up", "--yes", "--refresh", "--diff")).toMatchObject({ code: 0 });
  expect(
    page
      .takeWrites()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual(["POST /hubs/acme/incident_templates", "PUT /hubs/acme/subscribers/1/subscriptions/1/restore"]);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });

  page.emulator.faults.add({ method: "PUT", status: 422, body: { error: `${slackUrl.toUpperCase()} is refused` } });
  page.emulator.edit("subscriptions", 1, { address: `${slackUrl}x` });
  expect(await page.pulumi("up", "--yes", "--refresh", "--diff")).toMatchObject({ code: 1 });

  const kept = await Promise.all(
    (await filesBelow(join(page.folder, ".backend"))).map((path) => readFile(path, "utf8")),
  );
  expect(kept.length).toBeGreaterThan(1);
  expect([...page.printed, ...kept].filter((text) => /kTp4XqZ/i.test(text))).toEqual([]);
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
