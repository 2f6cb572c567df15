import { expect, it } from "vitest";
import { documentedOnly } from "../../../emulator/index.ts";
import { defaultPreset } from "../../../emulator/preset/account.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { createIncident, down, fillHub, incident, resolveIncident, updateIncident } from "../../emulator/scene.ts";
import { failing, printing, startAccount, statushub } from "../statushub.ts";

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

it("lists what is open on a connected hub whose primary hub the key doesn't see, and names hubs that it can't read", async () => {
  const owner = "partner@example.com";
  const { emulator, env } = await startAccount({
    preset: {
      ...defaultPreset,
      keys: [
        { key: "partner-key", role: "none", owner, hubs: { "acme-partners": "editor" } },
        { key: "all-key", role: "editor", owner },
        { key: "no-key", role: "none", owner },
      ],
    },
  });
  fillHub(emulator);
  emulator.perform("createIncident", { params: { subdomain: "acme" }, body: incident() });
  const list = (key: string) => statushub(["incident", "list"], { env: { ...env, STATUSHUB_API_KEY: key } });
  expect(await list("partner-key")).toMatchObject(printing(/^acme-partners\/1 {2}"API is down" {2}.*\n$/));
  expect(await list("all-key")).toMatchObject(printing(/^acme\/1 {2}"API is down" {2}.*\n$/));
  expect(await list("no-key")).toMatchObject({ stdout: "", ...failing("The key sees no hub.") });
  emulator.faults.add({ operation: "listIncidents", status: 403, times: Number.POSITIVE_INFINITY });
  const unread = failing(/The open incidents of acme and globex aren't known.*\[SH6306\]\n$/);
  expect(await list("all-key")).toMatchObject({ stdout: "", ...unread });
});
