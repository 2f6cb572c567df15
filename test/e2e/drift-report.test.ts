import { expect, test } from "vitest";
import type { Report } from "../../cli/drift/report.ts";
import { fillLargePage, sender } from "../cli/fill.ts";
import { statushub } from "../cli/statushub.ts";
import { createPage } from "../engine/page.ts";

const some = { services: 3, templates: 2, subscriptions: 2, maintenances: 2 };

test("[CI-1 CI-2 CI-3 CI-4 CI-5 DRF-7] drift names exactly what was changed by hand in each kind, in all three formats", async () => {
  const page = await createPage({ program: "export {};" });
  const { emulator } = page;
  await fillLargePage(sender(emulator, "acme"), some);
  const drift = (...args: string[]) =>
    statushub(["drift", ...args], {
      cwd: page.folder,
      env: { ...page.environment, STATUSHUB_API_KEY: "emulator-read-only-key" },
    });
  await statushub(["adopt", "acme", "--force", "--yes"], { cwd: page.folder, env: page.environment });
  page.takeWrites();
  const state = await page.state();

  expect(await drift("--unmanaged")).toEqual({ code: 0, stderr: "", stdout: "No drift: the page is as declared.\n" });

  emulator.edit("hubs", 1, { name: "By | hand" });
  emulator.edit("services", 1, { name: "`By` hand" });
  emulator.edit("incident_templates", 1, { labels: ["by hand"] });
  emulator.edit("maintenance_templates", 1, { duration: 61 });
  emulator.edit("subscriptions", 1, { address: "https://hooks.example.com/by-hand" });
  emulator.edit("maintenances", 1, { end_time: "2126-01-01T04:00:00Z" });
  emulator.remove("maintenance_templates", 2);
  await sender(emulator, "acme")("POST", "/services", { name: "Added by hand", group_id: 1 });
  page.takeWrites();

  const [text, json, markdown] = [
    await drift("--unmanaged"),
    await drift("--json", "--unmanaged"),
    await drift("--markdown"),
  ];
  expect([text, json, markdown].map(({ code, stderr }) => [code, stderr])).toEqual([
    [2, ""],
    [2, ""],
    [2, ""],
  ]);
  const { counts, hubs, drift: isDrift } = JSON.parse(json.stdout) as Report;
  expect({ isDrift, counts }).toEqual({ isDrift: true, counts: { changed: 6, deleted: 1, pending: 0, unmanaged: 1 } });
  const [acme] = hubs;
  const changes = acme?.changed.flatMap(({ kind, name, properties }) =>
    properties.map((property) => [kind, name, property]),
  );
  expect(changes).toEqual([
    ["Hub", "acme", { property: "name", declared: "Acme", live: "By | hand" }],
    ["IncidentTemplate", "case-0", { property: "labels", declared: ["case"], live: ["by hand"] }],
    [
      "Maintenance",
      "patching-0",
      { property: "endTime", declared: "2126-01-01T03:00:00Z", live: "2126-01-01T04:00:00Z" },
    ],
    ["MaintenanceTemplate", "case-0", { property: "duration", declared: 60, live: 61 }],
    ["Service", "service-0", { property: "name", declared: "Service 0", live: "`By` hand" }],
    ["Subscription", "team-0", { property: "address", declared: "[secret]", live: "[secret]" }],
  ]);
  expect(acme?.deleted).toEqual([{ stack: "test", kind: "MaintenanceTemplate", name: "case-1", id: "2" }]);
  expect(acme?.unmanaged).toEqual([{ kind: "Service", id: "4", label: "Added by hand" }]);

  expect(text.stdout).toMatchInlineSnapshot(`
    "acme
      ~ Hub acme (id 1) was changed
          name: "By | hand", declared as "Acme"
      ~ IncidentTemplate case-0 (id 1) was changed
          labels: ["by hand"], declared as ["case"]
      ~ Maintenance patching-0 (id 1) was changed
          endTime: "2126-01-01T04:00:00Z", declared as "2126-01-01T03:00:00Z"
      ~ MaintenanceTemplate case-0 (id 1) was changed
          duration: 61, declared as 60
      ~ Service service-0 (id 1) was changed
          name: "\`By\` hand", declared as "Service 0"
      ~ Subscription team-0 (id 1) was changed
          address: another secret than declared
      - MaintenanceTemplate case-1 (id 2) was deleted
      ? Service "Added by hand" (id 4) has no owner

    Drift: 6 changed and 1 deleted by hand. No program owns 1 record.
    "
  `);
  expect(markdown.stdout).toMatchInlineSnapshot(`
    "## Status page drift

    Drift: 6 changed and 1 deleted by hand.

    | hub | record | property | live | declared |
    |---|---|---|---|---|
    | acme | Hub acme (id 1) | name | \`"By \\| hand"\` | \`"Acme"\` |
    | acme | IncidentTemplate case-0 (id 1) | labels | \`["by hand"]\` | \`["case"]\` |
    | acme | Maintenance patching-0 (id 1) | endTime | \`"2126-01-01T04:00:00Z"\` | \`"2126-01-01T03:00:00Z"\` |
    | acme | MaintenanceTemplate case-0 (id 1) | duration | \`61\` | \`60\` |
    | acme | Service service-0 (id 1) | name | \`\` "\`By\` hand" \`\` | \`"Service 0"\` |
    | acme | Subscription team-0 (id 1) | address | \`[secret]\` | \`[secret]\` |
    | acme | MaintenanceTemplate case-1 (id 2) |  | **deleted** |  |
    "
  `);
  expect((await drift("--unmanaged")).stdout).toBe(text.stdout);
  expect(page.takeWrites()).toEqual([]);
  expect(await page.state()).toEqual(state);
}, 400_000);

test("[CI-1] a stack that cannot be compared exits with 1, and says why in one sentence", async () => {
  const page = await createPage({
    program: `import { Hub } from "pulumi-statushub"; new Hub("acme", { subdomain: "acme" });`,
  });
  await page.up();
  page.emulator.remove("hubs", 1);
  const { code, stdout, stderr } = await statushub(["drift"], { cwd: page.folder, env: page.environment });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^Could not compare the stack test with its page: Could not read Hub "acme"[^\n]+not visible with this key[^\n]+\n$/,
  );
});
