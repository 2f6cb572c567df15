import { describe, expect, it } from "vitest";
import type { PostOptions } from "../../../cli/incident/plan.ts";
import type { Fault } from "../../../emulator/index.ts";
import { down } from "../../emulator/scene.ts";
import { startHub } from "./scene.ts";

/** What a command ends with that found the message on the page. */
const nothingSent = (text: string) => ({ sent: false, text: expect.stringContaining(text) });

describe("[INC-1] content", () => {
  it("comes from the templates, and an update that resolves names no services", async () => {
    const { emulator, open, update, resolve, posts } = await startHub();
    await open();
    await update("Cause found");
    await resolve("API is up again");
    const [opened, updated, resolved] = posts().map(({ body }) => body);
    expect(opened).toEqual({
      title: "API is down",
      body: "<p>We are looking into it.</p>",
      incident_type: "investigating",
      service_statuses: down(),
      start_time: "2026-11-23T12:30:10Z",
    });
    expect(updated).toMatchObject({
      title: "Cause found",
      service_statuses: down(),
      start_time: "2026-11-23T12:30:11Z",
    });
    expect(resolved).toEqual({
      title: "API is up again",
      body: "<p>Sorry.</p>",
      incident_type: "resolved",
      start_time: "2026-11-23T12:30:12Z",
    });
    expect(emulator.records("incidents")).toMatchObject([
      { title: "API is up again", end_time: "2026-11-23T12:30:12Z" },
    ]);
  });

  it("is never advised: what follows are two commands that work as pasted, and people choose the words", async () => {
    const { emulator, open } = await startHub();
    const { text } = await open("API is down", { yes: true, stack: "prod", account: "northwind", cwd: "/srv/my app" });
    expect(text.split("\n")).toEqual([
      "Opened acme/1.",
      "  npx pulumi-statushub incident update acme/1 --stack prod --account northwind --cwd '/srv/my app'",
      "  npx pulumi-statushub incident resolve acme/1 --stack prod --account northwind --cwd '/srv/my app'",
    ]);
    expect(emulator.records("incident_templates")).toHaveLength(3);
  });

  it("without a template, resolves under the title that the incident has", async () => {
    const { open, resolve, posts } = await startHub();
    await open();
    await resolve();
    expect(posts()[1]?.body).toMatchObject({ title: "API is down", incident_type: "resolved", body: "" });
  });

  it.each([
    [
      "open",
      { title: null, incidentType: "resolved", serviceStatuses: [] },
      "title, incidentType other than resolved, serviceStatuses.",
    ],
    ["open", { title: " ", incidentType: null }, "title, incidentType other than resolved."],
    ["update", { title: undefined, incidentType: null, serviceStatuses: [] }, "title, incidentType, serviceStatuses."],
    ["resolve", { incidentType: "monitoring" }, "incidentType resolved."],
  ] as const)("isn't sent if the template lacks something to %s: %j", async (verb, values, missing) => {
    const hub = await startHub();
    await hub.open();
    hub.changes.set("Cause found", values);
    await expect(hub[verb]("Cause found")).rejects.toThrow(
      `it lacks ${missing} Pass another template, or add that to this one. [SH6205]`,
    );
    expect(hub.posts()).toHaveLength(1);
  });
});

describe("[INC-2] sent once", () => {
  it("what is open, posted or resolved already isn't sent again, also if an update has changed the title", async () => {
    const { open, update, resolve, posts, messages } = await startHub();
    expect(await open()).toMatchObject({ sent: true, id: 1, hub: "acme", title: "API is down" });
    expect(await open()).toMatchObject({
      sent: false,
      id: 1,
      text:
        "Open since 2026-11-23T12:30:10Z as acme/1. Nothing was sent. To tell subscribers something, post an update:\n" +
        "  npx pulumi-statushub incident update acme/1",
    });
    await update("Cause found");
    expect(await update("Cause found")).toMatchObject({ sent: false, id: 1 });
    expect(await open()).toMatchObject({ sent: false, id: 1 });
    await resolve("API is up again");
    expect(await resolve()).toMatchObject(nothingSent("was resolved at 2026-11-23T12:30:12Z"));
    await expect(update("Cause found")).rejects.toThrow(
      "so it takes no update. To open another one, run: npx pulumi-statushub incident open --hub acme [SH6301]",
    );
    expect(posts()).toHaveLength(3);
    expect(messages().filter((message) => message.startsWith("email"))).toHaveLength(3);
    expect(await open()).toMatchObject({ sent: true, id: 2 });
  });

  const tookEffect: [string, Fault][] = [
    ["the connection breaks after it", { drop: "after" }],
    ["the connection breaks in the response", { drop: "during" }],
    ["StatusHub fails after it", { when: "after", status: 500 }],
    ["a gateway gives up after it", { when: "after", status: 504 }],
    ["the response is no record", { when: "after", status: 200, body: "<html>" }],
    ["the response is empty", { when: "after", status: 200, body: {} }],
  ];

  it.each(tookEffect)("a POST that took effect is found, if %s", async (_, fault) => {
    const { emulator, open, update, resolve, posts, messages } = await startHub();
    for (const operation of ["createIncident", "createIncidentUpdate"] as const)
      emulator.faults.add({ operation, ...fault, times: 2 });
    expect(await open()).toMatchObject({ sent: true, id: 1 });
    expect(await update("Cause found")).toMatchObject({ sent: true, id: 1 });
    expect(await resolve("API is up again")).toMatchObject({ sent: true, id: 1 });
    expect(posts()).toHaveLength(3);
    expect(messages().filter((message) => message.startsWith("email"))).toHaveLength(3);
  });

  it.each<[string, Fault]>([
    ["the connection breaks before it", { drop: "before" }],
    ["StatusHub fails before it", { status: 500 }],
  ])("a POST without effect isn't sent again by the same run, but by the next one, if %s", async (_, fault) => {
    const hub = await startHub();
    const { emulator, posts, messages } = hub;
    const steps = [
      ["open", "API is down"],
      ["update", "Cause found"],
      ["resolve", "API is up again"],
    ] as const;
    for (const [verb, title] of steps) {
      emulator.faults.add({ method: "POST", ...fault });
      emulator.clearRequests();
      await expect(hub[verb](title)).rejects.toThrow(
        /not known whether this was posted: .* Look at acme\/.*same command again.*\[SH6302\]/,
      );
      expect(posts()).toHaveLength(1);
      expect(await hub[verb](title)).toMatchObject({ sent: true, id: 1 });
      expect(await hub[verb](title)).toMatchObject({ sent: false, id: 1 });
    }
    expect(messages().filter((message) => message.startsWith("email"))).toHaveLength(3);
  });

  it("a POST that takes effect late is found", async () => {
    const { emulator, api, open, posts, whileWaiting } = await startHub();
    emulator.faults.add({ operation: "createIncident", drop: "before" });
    const late = () => api.post("/hubs/acme/incidents", posts()[0]?.body as object);
    whileWaiting.push(async () => undefined, late);
    expect(await open()).toMatchObject({ sent: true, id: 1 });
    expect(posts()).toHaveLength(2);
  });

  it("a POST that a network repeats is shown as what it made", async () => {
    const { emulator, api, open, posts } = await startHub();
    await open();
    await api.post("/hubs/acme/incidents", posts()[0]?.body as object);
    expect(await open()).toMatchObject(nothingSent("as acme/1 and acme/2. Nothing was sent."));
    expect(emulator.records("incidents")).toHaveLength(2);
  });
});

describe("[INC-3] who gets a message", () => {
  it("is said before anything is sent, and is true", async () => {
    const { emulator, open, update, resolve, messages, notes } = await startHub();
    const account = emulator.url;
    const opened = await open();
    expect(opened.subscriptions).toEqual({ email: 1, sms: 1 });
    expect(messages()).toEqual(["email: API is down", "sms: API is down"]);
    expect(await update("Cause found")).toMatchObject({ subscriptions: { email: 1, sms: 1 } });
    expect(await resolve("API is up again")).toMatchObject({ subscriptions: { email: 1, sms: 1 } });
    expect(messages()).toHaveLength(5);
    const connected = "Subscribers of connected hubs may get messages too, if there are any that show the services.";
    expect(notes().split("\n")).toEqual([
      `"API is down" opens on acme (${account}): API down. 2 subscriptions get a message (1 by email and 1 by sms), as far as we know. ` +
        connected,
      `"Cause found" updates acme/1 (${account}): API down. Up to 2 subscriptions get a message (1 by email and 1 by sms), as far as we know. ` +
        connected,
      `"API is up again" resolves acme/1 (${account}). 2 subscriptions get a message (1 by email and 1 by sms), as far as we know. ` +
        connected,
      "",
    ]);
  });

  it("isn't followed by a request without a confirmation, or with --dry-run", async () => {
    const { open, posts, notes } = await startHub();
    await expect(open("API is down", {})).rejects.toThrow("Open it? Pass --yes to confirm");
    const { text, sent, subscriptions } = await open("API is down", { dryRun: true });
    expect({ sent, subscriptions }).toEqual({ sent: false, subscriptions: { email: 1, sms: 1 } });
    expect(text).toMatch(/^POST http.*\/hubs\/acme\/incidents\n\{\n {2}"title": "API is down",/);
    expect(posts()).toEqual([]);
    expect(notes().match(/2 subscriptions get a message/g)).toHaveLength(2);
  });

  it("is said with --dry-run after what would be asked, unless nobody would be", async () => {
    const { open, changes, posts, notes } = await startHub();
    await open();
    changes.set("API is down", { body: "<p>All regions.</p>" });
    expect((await open("API is down", { dryRun: true })).text).toMatch(/^POST /);
    expect(notes()).toContain('acme/1 "API is down" is open since 2026-11-23T12:30:10Z, with a different text.\n');
    await expect(open("API is down", { dryRun: true, yes: true })).rejects.toThrow("[SH6304]");
    expect(posts()).toHaveLength(1);
  });

  it.each<[PostOptions, object, string]>([
    [{ draft: true }, {}, "It is a draft, so only your team gets a message."],
    [{ silent: true }, {}, "Nobody gets a message, because it is silent."],
    [{}, { silentUpdate: true }, "Nobody gets a message, because it is silent."],
  ])("is nobody with %j and a template with %j", async (options, values, words) => {
    const { open, changes, messages, notes } = await startHub();
    changes.set("API is down", values);
    expect(await open(undefined, { yes: true, ...options })).toMatchObject({ sent: true, subscriptions: {} });
    expect(notes()).toContain(words);
    expect(messages()).toEqual([]);
  });

  it("is nobody without a subscription for the services, and isn't known if the key can't list subscriptions", async () => {
    const { emulator, api, open, resolve, notes } = await startHub();
    emulator.faults.add({ operation: "listSubscriptions", status: 403 });
    expect(await open()).toMatchObject({ sent: true, subscriptions: null });
    expect(notes()).toContain("How many subscriptions get a message isn't known, because this key can't list them.");
    for (const id of [1, 2]) await api.delete(`/hubs/acme/subscriptions/${id}`);
    expect(await resolve()).toMatchObject({ sent: true, subscriptions: {} });
    expect(notes()).toContain("No subscription of acme covers its services. Subscribers of connected hubs may get");
    expect(notes()).not.toContain("Nobody");
  });

  it("is nobody if no subscription covers the services, and no hub is connected", async () => {
    const { api, open, notes } = await startHub({
      preset: { hubs: [{ subdomain: "acme", name: "Acme", groups: ["API"] }] },
    });
    for (const id of [1, 2]) await api.delete(`/hubs/acme/subscriptions/${id}`);
    await open();
    expect(notes()).toContain("Nobody gets a message, because no subscription covers its services.");
  });
});
