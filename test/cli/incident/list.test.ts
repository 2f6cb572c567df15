import { expect, it } from "vitest";
import { documentedOnly } from "../../../emulator/index.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { createIncident, down, fillHub, resolveIncident, updateIncident } from "../../emulator/scene.ts";
import { startAccount, statushub } from "../statushub.ts";

it("[INC-2] lists for jobs how many updates an incident has, and all services that it has affected, or null", async () => {
  const { emulator, env } = await startAccount();
  fillHub(emulator, [
    ["createService", { group_id: 1, name: "Shop" }],
    ["createService", { group_id: 1, name: "Search" }],
  ]);
  const api = apiOf(emulator);
  await createIncident(api);
  await updateIncident(api, 1, { service_statuses: down(2) });
  await updateIncident(api, 1, { service_statuses: down(3), state: "draft" });
  await resolveIncident(api, 1, { state: "draft", start_time: null });
  await createIncident(api, { state: "draft", title: "Draft" });
  const list = async () => {
    const { stdout } = await statushub(["incident", "list", "--hub", "acme", "--json"], { env });
    return JSON.parse(stdout).map(({ title, type, draft, updates, services }: Record<string, unknown>) => [
      title,
      type,
      draft,
      updates,
      services,
    ]);
  };
  const draft = ["Draft", "investigating", true, 0, []];
  expect(await list()).toEqual([draft, ["Still on it", "identified", false, 2, [2, 1]]]);
  emulator.assume({ "service-statuses": "nested" });
  expect(await list()).toEqual([draft, ["Still on it", "identified", false, 2, null]]);
  // Where nothing says what is a draft, the end of the incident counts.
  await api.delete("/hubs/acme/incidents/1/incident_updates/4");
  emulator.assume({ omit: ["incident_updates.state", "incident_updates.flags"] });
  expect(await list()).toEqual([draft, ["Still on it", "identified", false, null, null]]);
  emulator.assume(documentedOnly);
  expect(await list()).toEqual([draft, ["Still on it", "identified", false, null, null]]);
});
