import { expect, onTestFinished, test, vi } from "vitest";
import { incidentTemplate } from "../../../../model/kinds/incident-template.ts";
import { create } from "../../../../provider/lifecycle/create.ts";
import { readState } from "../../../../provider/lifecycle/forms/state.ts";
import { Owners } from "../../../../provider/lifecycle/record/owners.ts";
import { apiOf } from "../../../emulator/emulation.ts";
import { reachAgain } from "../../client/account.ts";
import { contextOf } from "../context.ts";
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

test("an equal record is named first, and then a line for each case; a refresh rules out some of them", async () => {
  const scene = await startScene(incidentTemplate);
  const declared = { hub: "acme", title: "Down" };
  await apiOf(scene.emulator).post("/hubs/acme/incident_templates", { title: "Down" });
  const all =
    /: IncidentTemplate 1 of the hub, .* has it\.\n {2}- If a run .*\n {2}- If you renamed .*\n {2}- To replace .*\n {2}- To take .*\n {2}- To create .* \[SH4004\]$/;
  await expect(scene.create({ title: "Down" })).rejects.toThrow(all);
  const owners = new Owners();
  owners.noteRefreshed(incidentTemplate, { id: "99", state: readState(declared) });
  const createWith = (known: Owners) =>
    create(reachAgain(scene.emulator), contextOf(incidentTemplate, { owners: known }), declared);
  // With --run-program, Pulumi refreshes a resource that has left the program last.
  const running = new Owners();
  running.noteCheck(incidentTemplate, {}, declared);
  running.noteRefreshed(incidentTemplate, { id: "99", state: readState(declared) });
  await expect(createWith(running)).rejects.toThrow(all);
  await expect(createWith(owners)).rejects.toThrow(
    /: IncidentTemplate 1 of the hub, .* has it\.\n {2}- If a run .*\n {2}- With --target, .*\n {2}- To take .*\n {2}- To create .* \[SH4004\]$/,
  );
});
