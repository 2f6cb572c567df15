import { on, once } from "node:events";
import { existsSync, watch } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test, vi } from "vitest";
import { startStatushub } from "../../cli/statushub.ts";
import { projectFile } from "../../engine/native.ts";
import { createPage, sorted, stateFile, writtenAt } from "../../engine/page.ts";
import { addScripts } from "../../engine/project.ts";

const secretAddress = "https://hooks.example.com/codename-falcon";

const program = projectFile(
  "yaml",
  `resources:
  acme:
    type: statushub:Hub
    properties: { subdomain: acme, name: Acme }
  api:
    type: statushub:Service
    properties: { hub: "\${acme}", groupId: 1, name: API, customId: api }
  shop:
    type: statushub:Service
    properties: { hub: "\${acme}", groupId: 1, name: Shop }
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

/** Says when the state has been read, and waits at the moment at which it would be written. */
const cli = `
case "$*" in
  "stack export"*) "$REAL" "$@"; code=$?; touch "$READ"; exit $code ;;
  "stack import"*) touch "$MOMENT"; exec sleep 60 ;;
esac
exec "$REAL" "$@"`;

test("[RCV-1] services, a series and a subscription of a YAML program are recovered after a second Ctrl-C, also if recover is killed", async () => {
  const services = [{ group_id: 1, name: "Given" }];
  const hubs = [{ subdomain: "acme", name: "Acme", groups: ["1"], services }];
  const page = await createPage({ program: "", files: { "Pulumi.yaml": program }, emulator: { preset: { hubs } } });
  const { emulator } = page;
  for (const operation of ["createService", "createMaintenance"] as const)
    emulator.faults.add({ operation, when: "after", hang: true, times: 10 });
  // The server takes long for this one.
  emulator.faults.add({ operation: "createSubscription", hang: true });
  const slow = () => emulator.requests.find(({ operation, body }) => operation === "createSubscription" && body);
  const isMade = () =>
    emulator.records("services").length === 3 && emulator.records("maintenances").length === 1 && slow() !== undefined;
  const up = ["up", "--yes", "--skip-preview"];
  expect(await page.interrupt(up, vi.waitUntil(isMade, { timeout: 300_000 }), "again")).toBe(8);
  emulator.faults.clear();
  const { body } = slow() as { body: object };
  page.takeWrites();
  const written = Date.now() - 50_000;
  await page.write({ [stateFile]: writtenAt(await page.read(stateFile), written) });

  const folder = join(page.folder, ".elsewhere");
  await mkdir(folder);
  const environment = await addScripts(page, { pulumi: cli });
  const changes = on(watch(folder), "change");
  const moments = { READ: join(folder, "read"), MOMENT: join(folder, "moment") };
  const env = { ...environment, REAL: inject("pulumi").path, ...moments };
  const child = startStatushub(["recover", "--yes"], { cwd: page.folder, env });
  const ended = once(child, "exit");
  for await (const _ of changes) if (existsSync(moments.READ)) break;
  await page.send("POST", "/subscriptions", body);
  page.takeWrites();
  await vi.waitUntil(() => existsSync(moments.MOMENT), { timeout: 300_000 });
  child.kill("SIGKILL");
  await ended;
  expect(emulator.requests[0]?.time).toBeGreaterThanOrEqual(written + 60_000);

  const recovered = await page.statushub(["recover", "--yes"]);
  expect(recovered).toMatchObject({ code: 0, stdout: expect.stringContaining("Imported 4 records into stack test.") });
  expect(page.takeWrites()).toEqual([]);
  const state = await page.read(stateFile);
  for (const secret of [secretAddress, ...emulator.records("services").map(({ token }) => token)])
    expect(state + recovered.stdout).not.toContain(secret);

  expect(await page.up()).toMatchObject({ code: 0 });
  expect(sorted(page.takeWrites())).toEqual(["PUT /hubs/acme/maintenances/1"]);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
});
