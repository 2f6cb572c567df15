import { expect, test, vi } from "vitest";
import { importFile } from "../engine/import-file.ts";
import { createPage } from "../engine/page.ts";

const program = `
import * as statushub from "pulumi-statushub";
new statushub.Service("web", { hub: "acme", groupId: 1, name: "Website" });
`;

test("[FLT-2] after an up that was killed after its POST, the next one creates no second record and says what to do", async () => {
  const page = await createPage({ program });
  const { emulator } = page;
  emulator.faults.add({ operation: "createService", when: "after", hang: true });

  const made = vi.waitUntil(() => emulator.records("services").length > 0, { timeout: 60_000 });
  await page.kill(["up", "--yes", "--skip-preview"], made);
  page.takeWrites();

  expect(await page.pulumi("cancel", "--yes")).toMatchObject({ code: 0 });
  const next = await page.up();
  expect(next.code).not.toBe(0);
  expect(next.stdout).toContain("interrupted while creating");
  expect(next.stdout).toMatch(/Could not create Service "Website" .* Service 1 of the hub, .* declare adopt: "1"/);

  const web = { hub: "acme", groupId: 1, name: "Website" };
  const outputs = { hubId: "1", archived: false };
  await page.write({
    "resources.json": importFile([{ kind: "Service", name: "web", id: "1", inputs: web, outputs }]),
  });
  await page.pulumi("import", "--file", "resources.json", "--generate-code=false", "--protect=false", "--yes");
  await page.pulumi("refresh", "--yes", "--skip-preview", "--clear-pending-creates");
  expect(await page.plan("--refresh")).toEqual({ code: 0, steps: [], stderr: expect.not.stringContaining("pending") });
  expect(page.takeWrites()).toEqual([]);
  expect(emulator.records("services")).toHaveLength(1);
});
