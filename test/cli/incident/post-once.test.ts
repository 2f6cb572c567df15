import { describe, expect, it } from "vitest";
import { documentedOnly } from "../../../emulator/index.ts";
import { startHub } from "./scene.ts";

const busy = { status: 429, headers: { "Retry-After": "1" } };

/** A hub whose next request of an operation waits, while a colleague posts the same as the last command. */
async function startWithColleague() {
  const hub = await startHub();
  const { api, emulator, whileWaiting } = hub;
  const repeat = (path: string) => async () => {
    const sent = emulator.requests.findLast(({ method }) => method === "POST");
    await api.post(path, sent?.body as object);
  };
  return { ...hub, colleague: (path: string) => void whileWaiting.push(repeat(path)) };
}

describe("[INC-2] of two equal incidents that are opened at the same moment", () => {
  it("the one with the lower ID stays, and whoever has opened the other one is told to resolve it", async () => {
    const { emulator, open, colleague } = await startWithColleague();
    emulator.faults.add({ operation: "createIncident", ...busy });
    colleague("/hubs/acme/incidents");
    const { text, id, sent } = await open("API is down", { yes: true, account: "northwind", stack: "prod" });
    expect({ id, sent }).toEqual({ id: 2, sent: true });
    expect(text).toBe(
      "Opened acme/2, but acme/1 was opened with the same just before. Resolve yours:\n" +
        "  npx pulumi-statushub incident resolve acme/2 --silent --stack prod --account northwind",
    );
  });

  it("the other one isn't told", async () => {
    const { emulator, open, colleague } = await startWithColleague();
    emulator.faults.add({ operation: "listIncidents", after: 2, ...busy });
    colleague("/hubs/acme/incidents");
    const { text } = await open();
    expect(emulator.records("incidents")).toHaveLength(2);
    expect(text).toMatch(/^Opened acme\/1\.\n.*update acme\/1\n.*resolve acme\/1$/);
  });

  it("nobody is sure, if the updates aren't listed", async () => {
    const { emulator, open, colleague } = await startWithColleague();
    emulator.assume(documentedOnly);
    emulator.faults.add({ operation: "createIncident", ...busy });
    colleague("/hubs/acme/incidents");
    expect((await open()).text).toContain(
      "At the same moment, acme/1 was opened with the same title. If it says the same, resolve yours:\n",
    );
  });

  it("both are named and nothing is advised, if the response was lost", async () => {
    const { emulator, open, colleague } = await startWithColleague();
    emulator.faults.add({ operation: "createIncident", drop: "after" });
    emulator.faults.add({ operation: "listIncidents", after: 2, ...busy });
    colleague("/hubs/acme/incidents");
    expect(await open()).toMatchObject({
      id: null,
      sent: true,
      text: "The response was lost, and 2 equal incidents have appeared: acme/2 and acme/1. One of them is yours.",
    });
  });
});

describe("[INC-2] two equal updates", () => {
  it("stay, and it is said", async () => {
    const { emulator, open, update, colleague, whileWaiting } = await startWithColleague();
    await open();
    // The command first waits until it is later than the incident began.
    whileWaiting.push(async () => undefined);
    emulator.faults.add({ operation: "createIncidentUpdate", ...busy });
    colleague("/hubs/acme/incidents/1/incident_updates");
    expect(await update("Cause found")).toMatchObject({
      sent: true,
      text: "Updated acme/1. The same was posted twice at this moment.",
    });
  });
});

it("[INC-2] an earlier update with the same hasn't appeared since, if the list failed before", async () => {
  const { emulator, open, update } = await startHub();
  await open();
  for (const title of ["Cause found", "API is down"]) await update(title);
  emulator.faults.add({ operation: "listIncidentUpdates", status: 403, times: 2 });
  expect(await update("Cause found")).toMatchObject({ sent: true, text: "Updated acme/1." });
});

it("[INC-2] whatever the reason of a failure, it is said that a colleague has just done it", async () => {
  const { api, emulator, open, resolve, whileWaiting } = await startHub();
  await open();
  emulator.faults.add({ operation: "createIncidentUpdate", after: 1, status: 403 });
  const over = { title: "Over", start_time: null, incident_type: "resolved" };
  whileWaiting.push(() => api.post("/hubs/acme/incidents/1/incident_updates", over));
  expect(await resolve()).toMatchObject({ id: 1, sent: false, text: expect.stringContaining('with "Over". Nothing') });
});

describe("[INC-2] after a lost response", () => {
  it.each([{ texts: "capitals" }, { "entity-encode": ["incidents.title", "incident_updates.title"] }] as const)(
    "what was made is found, if StatusHub has rewritten it: %j",
    async (assume) => {
      const { emulator, open, update, resolve, changes, posts } = await startHub();
      emulator.assume(assume);
      for (const operation of ["createIncident", "createIncidentUpdate"] as const)
        emulator.faults.add({ operation, drop: "after", times: 2 });
      changes.set("API is down", { title: `"API" isn't up & running` });
      expect(await open()).toMatchObject({ sent: true, id: 1, text: expect.stringMatching(/^Opened acme\/1\.\n/) });
      expect(await update("Cause found")).toMatchObject({ sent: true, text: "Updated acme/1." });
      expect(await resolve("API is up again")).toMatchObject({ sent: true, text: "Resolved acme/1." });
      expect(posts()).toHaveLength(3);
    },
  );

  it("a POST is found by the title and the end of the incident, if its updates aren't listed", async () => {
    const { emulator, open, update, resolve, posts } = await startHub({ assume: documentedOnly });
    for (const operation of ["createIncident", "createIncidentUpdate"] as const)
      emulator.faults.add({ operation, drop: "after", times: 2 });
    expect(await open()).toMatchObject({ sent: true, id: 1 });
    expect(await update("Cause found")).toMatchObject({ sent: true, text: "Updated acme/1." });
    expect(await resolve()).toMatchObject({ sent: true, text: "Resolved acme/1." });
    expect(posts()).toHaveLength(3);
  });
});
