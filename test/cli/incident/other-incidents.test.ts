import { expect, it, vi } from "vitest";
import { describeOtherIncidents } from "../../../cli/incident/other-incidents.ts";
import { incident } from "../../emulator/scene.ts";
import { startHub } from "./scene.ts";

it("names the hub's other incidents that are open and published, and never the own one", async () => {
  const { api, hub, open, update, notes } = await startHub();
  for (const fields of [{ title: "Slow API" }, { title: "Draft", state: "draft" }, { title: "Over" }])
    await api.post("/hubs/acme/incidents", incident(fields));
  const resolving = { title: "Over", incident_type: "resolved", start_time: null };
  await api.post("/hubs/acme/incidents/3/incident_updates", resolving);
  await open();
  await update("Cause found", undefined, "1");
  const lines = notes()
    .split("\n")
    .filter((line) => line.startsWith("Also open"));
  expect(lines).toEqual(['Also open on acme: acme/1 "Slow API".', 'Also open on acme: acme/4 "API is down".']);
  expect(await describeOtherIncidents(hub(), "4")).toBe('Also open on acme: acme/1 "Cause found".');
});

it("says nothing if they can't be read, or not in time, and the command goes on", async () => {
  const { emulator, api, hub, resolve } = await startHub();
  for (const title of ["Slow API", "API is down"]) await api.post("/hubs/acme/incidents", incident({ title }));
  expect(await describeOtherIncidents(hub(), undefined, AbortSignal.abort())).toBeUndefined();
  emulator.faults.add({ operation: "listIncidents", status: 403, times: Number.POSITIVE_INFINITY });
  expect(await describeOtherIncidents(hub())).toBeUndefined();
  expect(await resolve(undefined, { yes: true }, "2")).toMatchObject({ sent: true });
});

it("[INC-4] what only informs says that it isn't known if it can't be read in time, and the command goes on", async () => {
  const { emulator, open, notes } = await startHub();
  const real = AbortSignal.timeout.bind(AbortSignal);
  const timeout = vi.spyOn(AbortSignal, "timeout");
  timeout.mockImplementation((duration) => (duration === 5000 ? AbortSignal.abort() : real(duration)));
  expect(await open().finally(() => timeout.mockRestore())).toMatchObject({ sent: true, subscriptions: null });
  // Nothing goes on for which the command would wait.
  expect(emulator.requests.filter(({ path }) => /services|subscriptions/.test(path))).toEqual([]);
  expect(notes()).toContain(
    "service 1 down (the names of services aren't known, because StatusHub didn't return them in time). How many subscriptions get a message isn't known, because StatusHub didn't return them in time. Subscribers of connected hubs may get",
  );
});

it("gives up on a list that is under way", async () => {
  const { emulator, hub } = await startHub();
  emulator.faults.add({ operation: "listIncidents", hang: true });
  const stop = new AbortController();
  let isOver = false;
  const described = describeOtherIncidents(hub(), undefined, stop.signal).finally(() => {
    isOver = true;
  });
  await expect.poll(() => emulator.requests.some(({ path }) => path.endsWith("/incidents"))).toBe(true);
  stop.abort();
  await expect.poll(() => isOver, { timeout: 5000 }).toBe(true);
  expect(await described).toBeUndefined();
});
