import { describe, expect, it } from "vitest";
import { apiOf } from "../../emulator/emulation.ts";
import { reachAgain } from "../../provider/client/account.ts";
import { deploy, readNotes, startHub, startRun, takeWrites, windowsOf } from "./scene.ts";

const minute = 60_000;

describe("a maintenance around a command", () => {
  it("[DUR-1] is open while the command runs, is announced once, and ends with the command", async () => {
    const emulator = await startHub();
    const run = startRun(emulator);
    await run.started;
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00"]);
    expect(emulator.outbox("acme").map(({ outcome }) => outcome)).toEqual(["sent"]);

    emulator.clock.advance(10 * minute);
    expect(await run.end(7)).toBe(7);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:40:10"]);
    expect(emulator.outbox("acme")).toHaveLength(1);
    expect(takeWrites(emulator)).toEqual(["POST /hubs/acme/maintenances", "PUT /hubs/acme/maintenances/1"]);
  });

  it("ends after its start, however quick the command is", async () => {
    const emulator = await startHub();
    expect(await startRun(emulator).end()).toBe(0);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11"]);
  });

  it("takes from the template what the options leave out", async () => {
    const emulator = await startHub();
    const template = { title: "Deploy", body: "<p>Text</p>", duration: 15, silent: true };
    const statuses = [{ service_id: 2, status: "down" }];
    await apiOf(emulator).post("/hubs/acme/maintenance_templates", { ...template, service_statuses: statuses });
    await startRun(emulator, { template: "Deploy" }).end();
    await startRun(emulator, { ...deploy, template: "1", title: "Other", suppressEvents: true }).end();
    expect(emulator.records("maintenances")).toMatchObject([
      { title: "Deploy", body: "<p>Text</p>", silent: true, service_statuses: statuses, suppress_events: false },
      {
        title: "Other",
        body: "<p>Text</p>",
        silent: true,
        service_statuses: [{ service_id: 1, status: "degraded-performance" }],
        suppress_events: true,
      },
    ]);
    // A notification can't be recalled, so each write says that there is none.
    expect(emulator.requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toMatchObject([
      { silent: true },
      { silent: true },
    ]);
  });

  it.each([
    ["without a title", { title: undefined }, "needs a title"],
    ["without a service", { service: undefined }, "needs a service"],
    ["without a duration", { atMost: undefined }, "needs a longest duration"],
    ["with an unknown template", { template: "Deploi" }, 'has no MaintenanceTemplate "Deploi"'],
    ["with two templates of one title", { template: "Twice" }, "(IDs 1, 2)"],
    ["with an unknown service", { service: [{ reference: "api", status: "down" }] }, 'has no Service "api"'],
    ["with an ambiguous custom ID and name", { service: [{ reference: "svc-web", status: "down" }] }, "(IDs 2, 5)"],
    ["with an ambiguous name", { service: [{ reference: "Same", status: "down" }] }, "(IDs 3, 4)"],
    ["with tags in its title", { title: "<b>Deploy</b>" }, "The maintenance is invalid: title must"],
  ])("isn't opened %s, and the command doesn't run", async (_, options, message) => {
    const emulator = await startHub();
    const api = apiOf(emulator);
    for (const title of ["Twice", "Twice"]) await api.post("/hubs/acme/maintenance_templates", { title });
    for (const name of ["Same", "Same", "svc-web"]) await api.post("/hubs/acme/services", { name, group_id: 1 });
    emulator.clearRequests();
    const { started } = startRun(emulator, { ...deploy, ...(options as object) });
    await expect(started).rejects.toThrow(message);
    expect(takeWrites(emulator)).toEqual([]);
  });

  it("is for the service with an exact ID, whatever else has the ID as its custom ID or name", async () => {
    const emulator = await startHub();
    await apiOf(emulator).post("/hubs/acme/services", { name: "2", group_id: 1, custom_id: "2" });
    await startRun(emulator, { ...deploy, service: [{ reference: "2", status: "down" }] }).end();
    expect(emulator.records("maintenances")).toMatchObject([{ service_statuses: [{ service_id: 2 }] }]);
  });

  it("is opened on a hub whose subdomain is a number", async () => {
    const emulator = await startHub();
    await apiOf(emulator).put("/hubs/acme", { subdomain: "365" });
    await startRun(emulator, deploy, { subdomain: "365" }).end();
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11"]);
  });

  it("isn't opened with a key that may only read", async () => {
    const emulator = await startHub();
    const account = reachAgain(emulator, { apiKey: "emulator-read-only-key" });
    await expect(startRun(emulator, deploy, { account }).started).rejects.toThrow(/was not opened.*403.*\[SH\d{4}\]$/);
    expect(emulator.records("maintenances")).toEqual([]);
  });

  it("runs the command all the same with --run-anyway", async () => {
    const emulator = await startHub();
    expect(await startRun(emulator, { ...deploy, template: "none", runAnyway: true }).end(3)).toBe(3);
    expect(takeWrites(emulator)).toEqual([]);
  });

  it("stays open until its end if the command fails, with --on-failure keep, and that is said", async () => {
    const notes = readNotes();
    const emulator = await startHub();
    expect(await startRun(emulator, { ...deploy, onFailure: "keep" }).end(1)).toBe(1);
    await startRun(emulator, { ...deploy, onFailure: "keep" }).end(0);
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 13:16:00", "12:30:10 to 12:30:11"]);
    expect(notes()).toBe(
      "The command failed, so the maintenance stays open. It ends by itself at 2026-11-23T13:16:00Z. To end it now, run: " +
        "npx pulumi-statushub during --end acme/1 [SH6212]\n",
    );
  });

  it.each(["end", "keep"] as const)(
    "ends if the command wasn't started after a signal, with --on-failure %s",
    async (onFailure) => {
      const emulator = await startHub();
      const interruption = new AbortController();
      emulator.faults.add({ operation: "createMaintenance", delay: 50 });
      const run = startRun(emulator, { ...deploy, onFailure }, { interrupted: interruption.signal });
      while (!emulator.requests.some(({ method }) => method === "POST")) await new Promise(setImmediate);
      interruption.abort();
      expect(await run.exitCode).toBe(130);
      expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11"]);
    },
  );

  it("isn't opened any more after a signal while the request waits for the rate limit", async () => {
    const emulator = await startHub();
    const interruption = new AbortController();
    const sleep = (_: number, signal?: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const account = reachAgain(emulator, { clock: { now: () => 0, sleep } });
    emulator.faults.add({ operation: "createMaintenance", status: 429, headers: { "Retry-After": "60" } });
    const run = startRun(emulator, deploy, { account, interrupted: interruption.signal });
    while (!emulator.requests.some(({ status }) => status === 429)) await new Promise(setImmediate);
    interruption.abort();
    expect(await run.exitCode).toBe(130);
    expect(emulator.records("maintenances")).toEqual([]);
  });
});

describe("a lost response", () => {
  it.each([true, undefined])("is named as such if a signal ends the search (--run-anyway: %s)", async (runAnyway) => {
    const notes = readNotes();
    const emulator = await startHub();
    const interruption = new AbortController();
    const sleep = async (_: number, signal?: AbortSignal) => {
      interruption.abort();
      signal?.throwIfAborted();
    };
    const account = reachAgain(emulator, { clock: { now: () => 0, sleep } });
    emulator.faults.add({ operation: "createMaintenance", drop: "before" });
    const options = { ...deploy, ...(runAnyway && { runAnyway }) };
    expect(await startRun(emulator, options, { account, interrupted: interruption.signal }).exitCode).toBe(130);
    expect(notes()).toMatch(/not known whether the maintenance was opened.*ends by itself\. \[SH6206\]\n$/);
  });

  it("to the POST leaves one window, which ends with the command", async () => {
    const emulator = await startHub();
    emulator.faults.add({ operation: "createMaintenance", drop: "after" });
    await startRun(emulator).end();
    expect(windowsOf(emulator)).toEqual(["12:30:10 to 12:30:11"]);
  });

  it("to a POST that had no effect isn't followed by another", async () => {
    const emulator = await startHub();
    emulator.faults.add({ operation: "createMaintenance", status: 500 });
    await expect(startRun(emulator).started).rejects.toThrow(/It is not known whether.*ends by itself.*\[SH6206\]$/s);
    expect(takeWrites(emulator)).toEqual(["POST /hubs/acme/maintenances"]);
  });
});
