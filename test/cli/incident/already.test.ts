import { describe, expect, it } from "vitest";
import { documentedOnly, type EmulatorOptions, type Fault } from "../../../emulator/index.ts";
import { down, incident } from "../../emulator/scene.ts";
import { startHub } from "./scene.ts";

/** What a command ends with that found the message on the page. */
const nothingSent = (text: string) => ({ sent: false, text: expect.stringContaining(text) });

const link = (path: string) => `<p>See <a href="https://acme.example/${path}">this</a>.</p>`;

describe("[INC-2] open", () => {
  it.each([
    ["a different text", { body: "<p>All regions.</p>" }],
    ["a different type", { incidentType: "identified" }],
    ["different services or statuses", { serviceStatuses: [{ service: "1", status: "degraded-performance" }] }],
    ["another form of the title", { title: "api is down" }],
  ])("names an open incident that has this title, with %s", async (words, values) => {
    const { open, changes, posts } = await startHub();
    await open();
    changes.set("API is down", values);
    await expect(open()).rejects.toThrow(
      `Nothing was sent. acme/1 "API is down" is open since 2026-11-23T12:30:10Z, with ${words}. To open another one, run the same command at a terminal without --yes: it asks. To post an update instead, run: npx pulumi-statushub incident update acme/1 [SH6304]`,
    );
    expect(posts()).toHaveLength(1);
  });

  it("goes by what an incident was opened with, and by its latest update, and ignores other titles", async () => {
    const { api, open, update, changes } = await startHub();
    await open();
    await update("Cause found");
    expect(await open()).toMatchObject(nothingSent("Open since 2026-11-23T12:30:10Z as acme/1. Nothing was sent."));
    changes.set("API is down", { title: "Cause found", body: "<p>A disk is full.</p>", incidentType: "identified" });
    expect(await open()).toMatchObject(nothingSent("as acme/1. Nothing was sent."));
    await api.post("/hubs/acme/incidents/1/incident_updates", {
      title: "Still down",
      start_time: null,
      incident_type: "identified",
      service_statuses: down(),
    });
    expect(await open()).toMatchObject({ sent: true, id: 2 });
  });

  it("names each incident that has this title, and each that may say the same", async () => {
    const { emulator, api, open } = await startHub();
    for (const title of ["API is down", "Something else"]) await api.post("/hubs/acme/incidents", incident({ title }));
    await open("Cause found");
    await api.post("/hubs/acme/incidents", incident({ body: "<p>We are looking into it.</p>" }));
    emulator.assume({ "service-statuses": "nested" });
    await expect(open()).rejects.toThrow(
      /acme\/4 "API is down" is open since \S+Z, and StatusHub doesn't show its services\. acme\/1 .* with a different text\. To open/,
    );
  });

  it.each<[EmulatorOptions, Fault | undefined]>([
    [{ assume: documentedOnly }, undefined],
    [{}, { operation: "listIncidentUpdates", status: 403, times: Number.POSITIVE_INFINITY }],
  ])("goes by the title that an incident has now, if its updates aren't listed: %j %j", async (options, fault) => {
    const { emulator, open, update, posts } = await startHub(options);
    if (fault !== undefined) emulator.faults.add(fault);
    await open();
    await expect(open()).rejects.toThrow("and StatusHub doesn't show its text, its type and its services. To open");
    await update("Cause found");
    expect(await open()).toMatchObject({ sent: true });
    expect(posts()).toHaveLength(3);
  });

  it("finds an open incident that only a draft of an update resolves, which is no end for an update either", async () => {
    const { api, open, update, notes } = await startHub();
    await open();
    const draft = { title: "Over", start_time: "2026-11-23T12:30:11Z", incident_type: "resolved", state: "draft" };
    await update("Cause found");
    await api.post("/hubs/acme/incidents/1/incident_updates", draft);
    expect(await open()).toMatchObject(nothingSent("Open since 2026-11-23T12:30:10Z as acme/1. Nothing was sent."));
    // What is not documented, StatusHub decides.
    await expect(update("API is down")).rejects.toThrow("422");
    expect(notes()).toContain("A draft of an update resolves acme/1, which only your team sees.");
  });
});

describe("[INC-2] update", () => {
  it.each([
    ["a link's address", link("1"), link("2")],
    ["a letter's case", "<p>The api.</p>", "<p>The API.</p>"],
  ])("posts what differs only in %s", async (_, first, second) => {
    const { open, update, changes } = await startHub();
    await open();
    changes.set("Cause found", { body: first });
    expect(await update("Cause found")).toMatchObject({ sent: true });
    expect(await update("Cause found")).toMatchObject({ sent: false });
    changes.set("Cause found", { body: second });
    expect(await update("Cause found")).toMatchObject({ sent: true });
  });

  it("compares with the latest update only, and says that nobody knows whether subscribers got it", async () => {
    const { open, update, posts } = await startHub();
    await open();
    await update("Cause found", { yes: true, silent: true });
    const since = "This is the latest update of acme/1, since 2026-11-23T12:30:11Z.";
    expect((await update("Cause found")).text).toBe(
      `${since} StatusHub doesn't show whether subscribers got it. Nothing was sent.`,
    );
    expect((await update("Cause found", { yes: true, silent: true })).text).toBe(`${since} Nothing was sent.`);
    await update("API is down");
    expect(await update("Cause found")).toMatchObject({ sent: true });
    expect(posts()).toHaveLength(4);
  });

  it("is an error if the latest update shows nothing else, but not everything", async () => {
    const { emulator, open, update, posts } = await startHub();
    await open();
    await update("Cause found");
    emulator.assume({ "service-statuses": "nested" });
    await expect(update("Cause found")).rejects.toThrow(
      "Nothing was sent. The latest update of acme/1 may be the same: StatusHub doesn't show its services. Look in the control panel",
    );
    emulator.assume(documentedOnly);
    await expect(update("Cause found")).rejects.toThrow("doesn't show its text, its type and its services.");
    expect(posts()).toHaveLength(2);
    expect(await update("API is down")).toMatchObject({ sent: true });
  });
});

describe("[INC-2] resolve", () => {
  it("is done if the incident has ended, whatever words ended it, and shows them", async () => {
    const { open, resolve, posts } = await startHub();
    await open();
    await resolve("API is up again");
    expect((await resolve()).text).toBe(
      'acme/1 was resolved at 2026-11-23T12:30:11Z with "API is up again": "<p>Sorry.</p>". Nothing was sent.',
    );
    expect(posts()).toHaveLength(2);
  });

  it("is done if somebody else ends the incident at this moment, with other words", async () => {
    const { emulator, api, open, resolve, whileWaiting } = await startHub();
    await open();
    emulator.faults.add({ operation: "createIncidentUpdate", status: 429, headers: { "Retry-After": "1" } });
    const colleague = { title: "Over", start_time: null, incident_type: "resolved" };
    whileWaiting.push(
      async () => undefined,
      () => api.post("/hubs/acme/incidents/1/incident_updates", colleague),
    );
    expect(await resolve("API is up again")).toMatchObject(nothingSent('with "Over". Nothing was sent.'));
  });
});

describe("[INC-2] a draft", () => {
  const draft = { yes: true, draft: true } as const;

  it("isn't open, and is mentioned", async () => {
    const { api, open, update, resolve, posts, notes } = await startHub();
    expect(await open(undefined, draft)).toMatchObject({ sent: true, subscriptions: {} });
    for (const onDraft of [() => update("Cause found"), resolve])
      await expect(onDraft()).rejects.toThrow(
        "Nothing was sent. acme/1 is a draft, which visitors don't see, so it takes no update. Publish it",
      );
    expect(await open()).toMatchObject({ sent: true, id: 2 });
    expect(notes()).toContain("acme/1 has this title as a draft, which only your team sees.\n");
    await api.post("/hubs/acme/incidents/2/incident_updates", {
      title: "Cause found",
      start_time: null,
      incident_type: "identified",
      service_statuses: down(),
      state: "draft",
    });
    expect(await update("Cause found", undefined, "2")).toMatchObject({ sent: true });
    expect(notes()).toContain("acme/2 has an update with this title as a draft, which only your team sees.\n");
    expect(posts()).toHaveLength(4);
  });

  it("counts for --draft", async () => {
    const { open, changes, posts } = await startHub();
    await open(undefined, draft);
    expect(await open(undefined, draft)).toMatchObject(
      nothingSent("acme/1 has it as a draft, which only your team sees, since 2026-11-23T12:30:10Z. Nothing was sent."),
    );
    changes.set("API is down", { body: "<p>All regions.</p>" });
    await expect(open(undefined, draft)).rejects.toThrow(
      'acme/1 "API is down" is a draft since 2026-11-23T12:30:10Z, with a different text. To save another one,',
    );
    expect(posts()).toHaveLength(1);
  });

  it("gives way to a published incident with the same", async () => {
    const { open } = await startHub();
    await open(undefined, draft);
    await open();
    expect((await open(undefined, draft)).text).toMatch(/^Open since .* as acme\/2\. Nothing was sent\./);
  });

  it.each([
    ["open", "API is down", {}],
    ["open", "API is down", documentedOnly],
    ["update", "Cause found", {}],
    ["resolve", "API is up again", {}],
  ] as const)("may be what a maintenance has made of our own POST: %s %j, %j", async (verb, title, assume) => {
    const hub = await startHub();
    const { api, emulator, posts } = hub;
    if (verb !== "open") await hub.open();
    const run = () => hub[verb](title);
    const work = { title: "Work", service_statuses: down(), suppress_events: true };
    const times = { start_time: "2026-11-23T12:00:00Z", end_time: "2026-11-23T13:00:00Z" };
    await api.post("/hubs/acme/maintenances", { ...work, ...times });
    emulator.assume(assume);
    emulator.clearRequests();
    await expect(run()).rejects.toThrow(/^acme\/1 has it as a draft.*\[SH6303\]$/);
    await expect(run()).rejects.toThrow(/^Nothing was sent\. acme\/1 has it as a draft.* Publish or delete it/);
    expect(posts()).toHaveLength(1);
  });

  it("that is older than the maintenance isn't, nor one while no published maintenance is under way", async () => {
    const { api, open, emulator } = await startHub();
    await open(undefined, draft);
    const work = { title: "Work", service_statuses: down() };
    const times = { start_time: "2026-11-23T12:30:11Z", end_time: "2026-11-23T13:00:00Z" };
    await api.post("/hubs/acme/maintenances", { ...work, ...times });
    const earlier = { start_time: "2026-11-23T12:00:00Z", end_time: "2026-11-23T13:00:00Z" };
    await api.post("/hubs/acme/maintenances", { ...work, ...earlier, state: "draft" });
    expect(await open()).toMatchObject({ sent: true, id: 2 });
    emulator.softDelete("incidents", 2);
    await api.put("/hubs/acme/maintenances/2", { state: "published" });
    await expect(open()).rejects.toThrow("[SH6303]");
  });
});
