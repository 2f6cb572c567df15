import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test, vi } from "vitest";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { projectFile } from "../../engine/native.ts";
import { createPage, stateFile } from "../../engine/page.ts";
import { addScripts } from "../../engine/project.ts";

const secretAddress = "https://hooks.example.com/codename-falcon";

const program = projectFile(
  "yaml",
  `resources:
  acme:
    type: statushub:StatusPage
    properties:
      hub: { subdomain: acme, name: Acme }
      groups: { api: { id: 1, services: { api: { name: API, customId: api }, shop: { name: Shop } } } }
  patching:
    type: statushub:Maintenance
    properties:
      hub: acme
      title: Patching
      startTime: "2037-12-06T02:00:00Z"
      endTime: "2037-12-06T03:00:00Z"
      serviceStatuses: [{ service: 1, status: down }]
      repeat: { interval: weekly, options: { enabledDays: sunday }, endOn: "2038-01-31T00:00:00Z" }
  team:
    type: statushub:Subscription
    properties: { hub: acme, method: slack, address: "${secretAddress}", services: all }
`,
);

/** Waits at the moment at which the state would be written. */
const cli = `
case "$*" in
  "stack import"*) touch "$MOMENT"; exec sleep 60 ;;
esac
exec "$REAL" "$@"`;

test("[RCV-1] a page, a series and a subscription of a YAML program are recovered, also if recover is killed", async () => {
  const services = [{ group_id: 1, name: "Given" }];
  const hubs = [{ subdomain: "acme", name: "Acme", groups: ["1"], services }];
  const page = await createPage({ program: "", files: { "Pulumi.yaml": program }, emulator: { preset: { hubs } } });
  const { emulator } = page;
  const posts = ["createService", "createMaintenance", "createSubscription"] as const;
  for (const operation of posts) emulator.faults.add({ operation, when: "after", hang: true, times: 10 });
  const isMade = () =>
    emulator.records("services").length === 3 &&
    emulator.records("maintenances").length === 1 &&
    emulator.records("subscriptions").length === 1;
  await page.kill(["up", "--yes", "--skip-preview"], vi.waitUntil(isMade, { timeout: 300_000 }));
  emulator.faults.clear();
  page.takeWrites();

  const folder = join(page.folder, ".elsewhere");
  await mkdir(folder);
  const environment = await addScripts(page, { pulumi: cli });
  const written = once(watch(folder), "change");
  const child = spawn(process.execPath, [join(repositoryRoot, "cli/index.ts"), "recover", "--yes"], {
    cwd: page.folder,
    env: { ...environment, REAL: inject("pulumi").path, MOMENT: join(folder, "moment") },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await written;
  child.kill("SIGKILL");
  await ended;

  const recovered = await page.statushub(["recover", "--yes"]);
  expect(recovered).toMatchObject({ code: 0, stdout: expect.stringContaining("Imported 4 records into stack test.") });
  expect(page.takeWrites()).toEqual([]);
  const state = await page.read(stateFile);
  for (const secret of [secretAddress, ...emulator.records("services").map(({ token }) => token)])
    expect(state + recovered.stdout).not.toContain(secret);

  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites().map(({ method, path }) => `${method} ${path}`)).toEqual(["PUT /hubs/acme/maintenances/1"]);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
});
