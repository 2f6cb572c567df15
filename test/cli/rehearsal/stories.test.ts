import { expect, it } from "vitest";
import type { PreviewReport } from "../../../cli/preview/facts.ts";
import { preview } from "../../../cli/preview/report.ts";
import { previewInWords } from "../../../cli/preview/words.ts";
import { renderText } from "../../../cli/report/render.ts";
import type { Emulator } from "../../../emulator/index.ts";
import type { Declared, ProviderName } from "../../engine-model/program.ts";
import { watch } from "../preview/difference.ts";
import { plannedOn, previewOf, rehearse, type StackInTest } from "../preview/rehearsal.ts";
import { declare, keys, maintenance, over, page, service, startPage, weekly } from "./page.ts";

/*
 * Edits that a prediction gets wrong, each compared with what the update then does.
 */

interface Story {
  readonly before: readonly Declared[];
  readonly meanwhile?: (emulator: Emulator) => void;
  readonly after: readonly Declared[];
  /** Both resources must be of one process: in this model, those of the dynamic provider don't share what each of them has. */
  readonly isShared?: true;
  /** Code of the error with which the update fails. */
  readonly code?: string;
  readonly expected?: object;
}

const perform = (emulator: Emulator, operation: "createMaintenance" | "createService", body: object) =>
  void emulator.perform(operation, { params: { subdomain: "acme" }, body: body as never });

const api = service("api");
const secretAddress = (end: string) => `https://hooks.example.com/secret-Vx7h-${end}`;
const hook = (name: string, end: string, more: object = {}) =>
  declare(name, "Subscription", {
    method: "webhook",
    address: secretAddress(end),
    label: name,
    services: "all",
    ...more,
  });
const subscribe = (emulator: Emulator, end: string) =>
  void emulator.perform("createSubscription", {
    params: { subdomain: "acme" },
    body: { method_name: "webhook", address: secretAddress(end), label: "team", services_selection: { all: true } },
  });

const stories: Readonly<Record<string, Story>> = {
  "a resource with a customId is renamed without an alias": {
    before: [page, service("old", { customId: "api" })],
    after: [page, { ...service("old", { customId: "api", publicName: "New" }), name: "new" }],
    code: "SH4005",
    expected: { writes: 1 },
  },
  "what is dropped is adopted under another name": {
    before: [page, service("old", { customId: "api" })],
    after: [page, { ...service("old", { customId: "api", adopt: true }), name: "new" }],
    isShared: true,
    code: "SH4010",
    expected: { writes: 0, hubs: [] },
  },
  "what is dropped is adopted with another name by its ID": {
    before: [page, service("old")],
    after: [page, { ...service("renamed", { adopt: "1" }), name: "new" }],
    isShared: true,
    code: "SH4010",
    expected: { writes: 0, hubs: [] },
  },
  "a new maintenance is over already, beside a rename": {
    before: [page, service("api")],
    after: [page, { ...service("API"), name: "api" }, maintenance("past", over)],
    code: "SH4013",
    expected: { writes: 1, hubs: [{ page: [{ change: "renamed" }] }] },
  },
  "a new maintenance equals one of somebody else": {
    before: [page, service("api")],
    meanwhile: (emulator) =>
      perform(emulator, "createMaintenance", {
        title: "Patching",
        start_time: "2126-03-06T02:00:00Z",
        end_time: "2126-03-06T03:00:00Z",
        service_statuses: [{ service_id: 1, status: "down" }],
      }),
    after: [page, service("api"), maintenance("work")],
    code: "SH4004",
    expected: { writes: 0 },
  },
  "a new service has the customId of one on the page": {
    before: [page],
    meanwhile: (emulator) => perform(emulator, "createService", { group_id: 1, name: "Left", custom_id: "api" }),
    after: [page, service("api", { customId: "api" })],
    code: "SH4005",
  },
  "a maintenance that is over leaves the program": {
    before: [page, service("api"), maintenance("work")],
    meanwhile: (emulator) => emulator.clock.set(Date.parse("2126-03-10T00:00:00Z")),
    after: [page, service("api")],
    expected: { writes: 0, hubs: [{ page: [], stays: [{ name: "work", reason: expect.stringContaining("stays") }] }] },
  },
  "a date of a series is canceled, and then the series is renamed": {
    before: [page, service("api"), maintenance("work", weekly)],
    meanwhile: (emulator) => emulator.softDelete("maintenances", 2),
    after: [page, service("api"), maintenance("work", { ...weekly, title: "Patching again" })],
    expected: { hubs: [{ page: [{ change: "renamed" }] }] },
  },
  "a series leaves the program": {
    before: [page, service("api"), maintenance("work", weekly)],
    after: [page, service("api")],
    expected: {
      writes: 2,
      hubs: [{ page: [{ change: "disappears" }], irreversible: [{ kind: "Maintenance", name: "work" }] }],
    },
  },
  "a Hub leaves the program": {
    before: [page, service("api")],
    after: [service("api")],
    expected: { changes: true, writes: 0, hubs: [{ page: [], stays: [{ kind: "Hub", name: "hub" }] }] },
  },
  "a service is deleted by hand, and records name it": {
    before: [
      page,
      service("api"),
      service("web"),
      maintenance("work", { serviceStatuses: [{ service: { ref: "web" }, status: "down" }] }),
    ],
    meanwhile: (emulator) =>
      emulator.softDelete("services", emulator.records("services").find(({ name }) => name === "web")?.id ?? 0),
    after: [
      page,
      service("api"),
      service("web"),
      maintenance("work", { serviceStatuses: [{ service: { ref: "web" }, status: "down" }] }),
    ],
  },
  "a subscription is renamed without an alias": {
    before: [page, api, hook("team", "a")],
    after: [page, api, hook("crew", "a")],
    code: "SH4005",
  },
  "a new subscription has the address of one on the page": {
    before: [page, api],
    meanwhile: (emulator) => subscribe(emulator, "a"),
    after: [page, api, hook("team", "a")],
    code: "SH4005",
  },
  "a new subscription adopts one by its address": {
    before: [page, api, hook("other", "b")],
    meanwhile: (emulator) => subscribe(emulator, "a"),
    after: [page, api, hook("other", "b"), hook("team", "a", { adopt: true, services: [{ ref: "api" }] })],
    expected: { writes: 1, hubs: [{ subscribers: [{ change: "changed", property: "services" }], unknown: [] }] },
  },
  "an address is rotated, and another one is new": {
    before: [page, api, hook("team", "a"), hook("other", "b")],
    after: [page, api, hook("team", "c"), hook("other", "b"), hook("new", "d")],
    expected: {
      writes: 2,
      hubs: [{ subscribers: [{ property: "address", before: "[secret]" }, { change: "appears" }], unknown: [] }],
    },
  },
  "two new subscriptions have one address": {
    before: [page, api],
    after: [page, api, hook("team", "a"), hook("crew", "a")],
    code: "SH4005",
  },
  "an address is rotated to one on the page": {
    before: [page, api, hook("team", "a")],
    meanwhile: (emulator) => subscribe(emulator, "b"),
    after: [page, api, hook("team", "b")],
    code: "SH4005",
  },
  "new services are named by a new maintenance and a new subscription": {
    before: [page],
    after: [
      page,
      service("api"),
      service("web"),
      maintenance("work", {
        serviceStatuses: [
          { service: { ref: "api" }, status: "down" },
          { service: { ref: "web" }, status: "down" },
        ],
      }),
      declare("team", "Subscription", {
        method: "slack",
        address: "https://example.com/x",
        label: "Team",
        services: [{ ref: "web" }],
      }),
    ],
    expected: { hubs: [{ messages: [{ event: "announced", dependsOnOrder: 1 }] }] },
  },
};

const told = Object.entries(stories).flatMap(([story, each]) =>
  (each.isShared ? (["native"] as const) : (["dynamic", "native"] as const)).map(
    (provider) => [story, provider, each] as const,
  ),
);

it.each(told)(
  "[SAY-1] %s (%s)",
  async (_, provider: ProviderName, { before, meanwhile, after, code, expected = {} }) => {
    const emulator = await startPage();
    const stack = rehearse({ emulator, provider, keys });
    await stack.up(before);
    meanwhile?.(emulator);
    const compare = watch(emulator);
    const rows = JSON.stringify(emulator.snapshot().rows);
    const asked = await stack.ask(after);

    const report: PreviewReport = await previewOf(emulator, [asked]);

    expect(JSON.stringify(emulator.snapshot().rows)).toBe(rows);
    expect(JSON.stringify(report)).not.toContain("secret-Vx7h");
    expect(report).toMatchObject(expected);
    expect(report.failures.map(({ message }) => /\[(SH\d+)\]/.exec(message)?.[1])).toEqual(
      code === undefined ? [] : [code],
    );
    expect(report).toMatchObject({ fails: code !== undefined, outdated: false });
    emulator.clearRequests();
    const failure = await stack.up(after).catch((error: Error) => error.message);
    const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
    if (code === undefined) {
      expect(failure).toBeUndefined();
      expect(report.writes).toBe(writes);
      compare(report);
    } else {
      expect(failure).toContain(`[${code}]`);
      expect(writes).toBeLessThanOrEqual(report.writes);
    }
  },
);

it("[SAY-3] deletes what an earlier update has replaced and couldn't delete", async () => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  const moved = { startTime: "2126-03-07T02:00:00Z", endTime: "2126-03-07T03:00:00Z" };
  const after = [page, service("api"), maintenance("work", { ...weekly, ...moved })];
  await stack.up([page, service("api"), maintenance("work", weekly)]);
  emulator.faults.add({ operation: "deleteMaintenance", status: 403, times: 1 });
  await expect(stack.up(after)).rejects.toThrow("403");
  const compare = watch(emulator);
  const report = await previewOf(emulator, [
    { stack: "prod", resources: stack.exported(), steps: await stack.plan(after) },
  ]);
  expect(report).toMatchObject({ changes: true, hubs: [{ page: [{ change: "disappears" }] }] });
  emulator.clearRequests();
  await stack.up(after);
  expect(report.writes).toBe(emulator.requests.filter(({ method }) => method !== "GET").length);
  compare(report);
});

it("keeps what a function looks up, which the plan doesn't show, and is certain of nothing with another version of the provider", async () => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  await stack.up([page, service("api"), service("web")]);
  const asked = await stack.ask([page, service("api"), maintenance("past", over)]);
  const { replies = { key: "", told: [] } } = asked;
  const found = { is: "looks up", kind: "Service", id: "1", baseUrl: emulator.url, urn: "" } as const;
  const dropping = await stack.ask([page]);
  const lookingUp = { ...dropping, replies: { ...replies, told: [...replies.told, found] } };
  expect(await previewOf(emulator, [lookingUp])).toMatchObject({
    writes: 1,
    hubs: [{ page: [{ label: "web", change: "disappears" }], stays: [{ label: "api" }] }],
  });
  const certain = await previewOf(emulator, [asked]);
  expect(certain).toMatchObject({ fails: true, otherVersions: [], failures: [{ certain: true }] });
  const told = replies.told.filter(({ is }) => is !== "version");
  const other = { is: "version", version: "version 0.0.9 of the package", urn: "" } as const;
  const ofOther = await previewOf(emulator, [{ ...asked, replies: { ...replies, told: [...told, other] } }]);
  expect(ofOther).toMatchObject({ fails: false, otherVersions: ["0.0.9"], failures: [{ certain: false }] });
  expect(renderText(previewInWords(ofOther))).toMatch(
    /^Nothing of this is certain\n.*Rehearsed with .*"0.0.9": install the same/,
  );
  const silent = await previewOf(emulator, [{ ...asked, replies: { ...replies, told: [] } }]);
  expect(silent).toMatchObject({ fails: false, otherVersions: ["an unknown version"] });
});

const factsOf = (emulator: Emulator, first: StackInTest, second: StackInTest): Promise<PreviewReport> =>
  preview.facts(plannedOn(emulator, [first]), { cwd: "" }, async () => plannedOn(emulator, [second]));

it("plans once more if the page or the state has changed, and says so if they change again, without foretelling a failure", async () => {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  const after = [page, { ...service("API"), name: "api" }, maintenance("past", over)];
  await stack.up([page, service("api")]);
  const early = await stack.ask(after);
  emulator.softDelete("services", 1);
  const late = await stack.ask(after);
  expect(await factsOf(emulator, early, late)).toMatchObject({
    fails: true,
    outdated: false,
    hubs: [{ page: [{ kind: "Service", change: "appears" }] }],
  });
  expect(await factsOf(emulator, early, early)).toMatchObject({
    changes: true,
    fails: false,
    failures: [],
    outdated: true,
  });
  const changing = { ...late, hasChanged: async () => true };
  expect(await factsOf(emulator, changing, late)).toMatchObject({ fails: true, outdated: false });
  expect(await factsOf(emulator, changing, changing)).toMatchObject({ fails: false, outdated: true });
});
