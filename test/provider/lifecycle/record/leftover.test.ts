import { expect, onTestFinished, test, vi } from "vitest";
import { incidentTemplate } from "../../../../model/kinds/incident-template.ts";
import { apiOf } from "../../../emulator/emulation.ts";
import { startScene } from "../scene.ts";

test("FLT-2: the age of a leftover doesn't depend on this machine's time zone, even if its time has no zone", async () => {
  vi.stubEnv("TZ", "Asia/Tokyo");
  onTestFinished(() => void vi.unstubAllEnvs());
  const scene = await startScene(incidentTemplate);
  const template = { title: "Down" };
  const { body: leftover } = await apiOf(scene.emulator).post("/hubs/acme/incident_templates", template);
  scene.takeWrites();
  const unzoned = { ...leftover, created_at: String(leftover.created_at).replace("Z", "") };
  scene.emulator.faults.add({ operation: "listIncidentTemplates", status: 200, body: { data: [unzoned] } });

  await expect(scene.create(template)).rejects.toThrow("declare adopt");
  expect(scene.takeWrites()).toEqual([]);
});

test("RCV-2: a record isn't a leftover if somebody has chosen a value of it that lists omit", async () => {
  const scene = await startScene(incidentTemplate);
  await apiOf(scene.emulator).post("/hubs/acme/incident_templates", { title: "Down", body: "Chosen" });
  scene.takeWrites();

  await scene.create({ title: "Down" });
  expect(scene.takeWrites()).toHaveLength(1);
});
