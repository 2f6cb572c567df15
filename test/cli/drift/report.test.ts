import { expect, it } from "vitest";
import { driftInWords } from "../../../cli/drift/words.ts";
import type { PreviewStep } from "../../../cli/project/pulumi-preview.ts";
import { stackRecords, statesBeforeRefresh } from "../../../cli/project/record.ts";
import type { ResourceState } from "../../../cli/project/stack.ts";
import { renderMarkdown, renderText } from "../../../cli/report/render.ts";
import { create, driftOn, type Inputs, refresh, remove, same, state, unknown, update, urn } from "../preview/steps.ts";

const services = new Map([
  ["acme 1", "API"],
  ["acme 2", "Web"],
]);

const report = (...all: PreviewStep[]) => driftOn(all, services);

type Sides = Parameters<typeof update>[2];
const updated = (kind: string, sides: Sides) => report(...update(kind, "api", sides));
const updateOf = (sides: Sides) => update("Service", "api", sides);
const textOf = (found: ReturnType<typeof report>) => renderText(driftInWords(found));

it("separates manual changes from other differences, even in one record", () => {
  const before = { name: "API", description: "old" };
  const live = { name: "edited", description: "old" };
  const { hubs, drift } = updated("Service", [before, live, { name: "API", description: "new" }]);
  const resource = { stack: "prod", kind: "Service", name: "api", id: "7", label: "edited" };
  const name = { property: "name", declared: "API", live: "edited" };
  const description = { property: "description", declared: "new", live: "old" };
  expect({ drift, hubs }).toEqual({
    drift: true,
    hubs: [
      {
        hub: "acme",
        interrupted: [],
        overwritten: [{ ...resource, change: "changed", properties: [name] }],
        different: [{ ...resource, action: "update", properties: [description] }],
        archived: [],
        unmanaged: [],
        signUps: 0,
      },
    ],
  });
});

it("says where a changed record is declared now, as far as Pulumi knows", () => {
  const [read, changed] = updateOf([{ name: "API" }, { name: "edited" }, { name: "API" }]);
  const at = (line: number) => ({ sourcePosition: `project:///pages/api.ts#${line},1` });
  const declared = {
    ...changed,
    oldState: { ...changed.oldState, ...at(3) },
    newState: { ...changed.newState, ...at(4) },
  };
  const found = report(read, declared);
  expect(found.hubs[0]?.overwritten).toMatchObject([{ sourcePosition: { path: "pages/api.ts", line: 4 } }]);
  expect(textOf(found)).toContain('! Service "edited" (resource "api", pages/api.ts:4) was changed manually\n');
  expect(renderMarkdown(driftInWords(found))).toContain("- Service `edited` (resource `api`, `pages/api.ts:4`) was");
});

it("names the services of a list, however long it is, and shows no value that only the update knows", () => {
  const declared = { title: "Upgrade", serviceStatuses: [{ service: "1", status: "down" }] };
  const many = Array.from({ length: 30 }, (_, index) => ({ service: `${index + 3}`, status: "up" }));
  const live = {
    ...declared,
    serviceStatuses: [...declared.serviceStatuses, ...many, { service: "2", status: "up" }],
  };
  const found = updated("IncidentTemplate", [declared, live, declared]);
  expect(textOf(found)).toMatch(
    /affected services: "API" \(down\), "service 3" .* and "Web" \(up\) instead of "API" \(down\)\n/,
  );
  const isNew = { ...declared, serviceStatuses: [{ service: unknown, status: "down" }] };
  const created = updated("IncidentTemplate", [declared, declared, isNew]);
  expect(textOf(created)).toContain('affected services: "API" (down) instead of [unknown] (down)\n');
});

it("[CI-5] has the same text for the same drift, in whatever order Pulumi lists the resources", () => {
  const all = ["two", "one", "three"].flatMap((name) =>
    update("Service", name, [{ name }, { name: "edited" }, { name }]),
  );
  const found = report(...all);
  expect(found.hubs[0]?.overwritten.map(({ name }) => name)).toEqual(["one", "three", "two"]);
  expect(report(...all.toReversed())).toEqual(found);
});

it("[CI-6] is drift if the page matches the state but not the program, and names both causes", () => {
  const refreshed = { name: "edited" };
  const found = updated("Service", [refreshed, refreshed, { name: "API" }]);
  expect(found).toMatchObject({ drift: true, counts: { overwritten: 0, different: 1 } });
  expect(textOf(found)).toBe(`acme
  Different from the program
    ~ Service "edited" (resource "api") differs from the program
        name: "edited" instead of "API"

1 record differs from the program: the program was edited and not deployed yet, or the page was changed outside Pulumi and a refresh wrote that into the state.
`);
  expect(renderMarkdown(driftInWords(found))).toContain("\n  - name: `edited` instead of `API`\n");
});

it("[CI-6] finds a manual change of a resource that an alias renames", () => {
  const old = urn("Service", "old");
  const [read, changed] = updateOf([{ name: "API" }, { name: "edited" }, { name: "API" }]);
  const found = report({ ...read, urn: old }, { ...changed, oldState: { ...changed.oldState, urn: old } });
  expect(found).toMatchObject({ drift: true, counts: { overwritten: 1, different: 0 } });
});

it("[CI-8] leaves out a value in another form beside a manual change", () => {
  const [first, second] = [-60, 15].map((offsetInMin) => ({ offsetInMin, offsetType: "start" }));
  const declared = { title: "Upgrade", startTime: "2026-12-06T02:00:00Z", notifications: [first, second] };
  const live = { title: "edited", startTime: "2026-12-06 02:00:00", notifications: [second, first] };
  const [hub] = updated("Maintenance", [declared, live, declared]).hubs;
  expect(hub?.overwritten).toMatchObject([{ properties: [{ property: "title" }] }]);
  expect(hub?.different).toEqual([]);

  const edited = { ...declared, notifications: [first] };
  const [other] = updated("Maintenance", [declared, { ...live, title: "Upgrade" }, edited]).hubs;
  expect(other?.overwritten).toEqual([]);
  expect(other?.different).toMatchObject([{ properties: [{ property: "notifications" }] }]);
});

it("[CI-1] reports an archived service as long as the program has it, which no update brings back", () => {
  const { inputs } = state({ name: "API" });
  const archived: ResourceState = { id: "7", inputs: { ...inputs }, outputs: { archived: true } };
  const found = report(refresh("Service", "api", state({ name: "API" })), same("Service", "api", archived));
  expect(found).toMatchObject({ drift: true, counts: { overwritten: 0, different: 0, archived: 1 } });
  expect(textOf(found)).toBe(`acme
  Archived
    ! Service "API" is archived, so visitors don't see it
        no update changes that: unarchive it in the control panel, or remove it from the program

1 service is archived, so visitors don't see what is declared.
`);
  expect(report(remove("Service", "api", archived)).counts.archived).toBe(0);
});

it("[OWN-5] calls adopt no difference, whatever else differs", () => {
  const before = { name: "API", adopt: "7" };
  const { adopt: _, ...dropped } = before;
  for (const declared of [dropped, { ...before, adopt: "8" }]) {
    const [read, changed] = updateOf([before, before, declared]);
    expect(report(read, { ...changed, detailedDiff: { adopt: {} } }).drift).toBe(false);
  }
  const [hub] = updated("Service", [before, { ...dropped, name: "edited" }, before]).hubs;
  expect(hub?.overwritten).toMatchObject([{ properties: [{ property: "name" }] }]);
  expect(hub?.different).toEqual([]);
});

it("calls a record deleted if the state had it or the API can restore it, and otherwise different", () => {
  const declared = { name: "API" };
  const lost = [{ change: "deleted", properties: [] }];
  const fresh = create("Service", "api", declared);
  const [read] = updateOf([declared, declared, declared]);
  expect(report(read, fresh).hubs).toMatchObject([{ overwritten: lost }]);
  expect(updated("Service", [declared, { ...declared, deleted: true }, declared])).toMatchObject({
    counts: { overwritten: 1, different: 0, archived: 0, unmanaged: 0, signUps: 0 },
    hubs: [{ overwritten: lost }],
  });
  expect(report(fresh)).toMatchObject({ drift: true, counts: { overwritten: 0, different: 1 } });
  expect(report(read, remove("Service", "api", state(declared))).hubs[0]?.different).toMatchObject([
    { action: "delete", properties: [] },
  ]);
});

it("counts a replacement once, and a move between the providers as no difference", () => {
  const ops = ["create-replacement", "replace", "delete-replaced"] as const;
  const [read, changed] = updateOf([{ name: "API" }, { name: "API" }, { name: "New" }]);
  const found = report(read, ...ops.map((op) => ({ ...changed, op })));
  expect(found.hubs[0]?.different).toMatchObject([{ action: "replace", properties: [{ property: "name" }] }]);

  const [, moved] = updateOf([{ name: "API" }, { name: "API" }, { name: "API" }]);
  expect(report(read, { ...moved, detailedDiff: { __provider: {} } })).toMatchObject({ drift: false });
});

const statesIn = (steps: readonly PreviewStep[]) =>
  [...statesBeforeRefresh(steps)].map(([ofResource, state]) => ({ ...state, urn: ofResource }));

it("[CI-7] ignores other packages, components and lookups", () => {
  const others = [
    "aws:s3/bucket:Bucket::b",
    "shop:index:Page::page",
    "pulumi-nodejs:dynamic/statushub:getService::api",
  ];
  const all = others.flatMap((type): PreviewStep[] => [
    { op: "refresh", urn: `urn:pulumi:prod::site::${type}`, oldState: {} },
    { op: "create", urn: `urn:pulumi:prod::site::${type}` },
  ]);
  const lookups = ["Hub", "Service"].map((kind) => refresh(kind, "seen", { id: "1", inputs: null, external: true }));
  expect(report(...all, ...lookups)).toMatchObject({ hubs: [] });
  expect(stackRecords(statesIn([...all, ...lookups]))).toEqual([]);
});

it("[CI-7] finds the hub of a record by ID, subdomain or resource, and reports its current subdomain", () => {
  const provider = "urn:pulumi:prod::site::pulumi:providers:statushub::eu";
  const hub = (subdomain: string): ResourceState => ({ id: "1", inputs: { subdomain } });
  const service = (inputs: Inputs): ResourceState => ({ id: "7", inputs, outputs: { hubId: "1" } });
  const forms = [{ hub: { id: "1" } }, { hub: { id: "1", subdomain: "acme" } }, { hub: "acme" }];
  const all: PreviewStep[] = [
    refresh("Hub", "acme", hub("acme")),
    ...forms.map((form, index) => refresh("Service", `s${index}`, { ...service(form), provider: `${provider}::5f1c` })),
    { op: "update", urn: urn("Hub", "acme"), oldState: hub("acme-2"), newState: hub("acme") },
    ...forms.map(
      (form, index): PreviewStep => ({ op: "update", urn: urn("Service", `s${index}`), oldState: service(form) }),
    ),
    create("Service", "new", { hub: unknown }, { hub: [urn("Hub", "acme")] }),
  ];
  expect(stackRecords(statesIn(all)).slice(1)).toMatchObject(
    forms.map(({ hub: named }, index) => ({
      kind: "Service",
      name: `s${index}`,
      id: "7",
      hub: { id: "1", ...(typeof named === "string" ? { subdomain: named } : named) },
      provider,
    })),
  );
  expect(report(...all).hubs.map(({ hub: name }) => name)).toEqual(["acme-2"]);
});

it("[CI-7] distinguishes hubs of two accounts with the same ID", () => {
  const accounts = ["us", "eu"].map((name) => `urn:pulumi:prod::site::pulumi:providers:statushub::${name}`);
  const all = accounts.flatMap((account): PreviewStep[] => {
    const [name = "", provider] = [account.slice(-2), `${account}::5f1c`];
    const state = { id: "1", provider, outputs: { hubId: "1" } };
    return [
      refresh("Hub", name, { ...state, inputs: { subdomain: `acme-${name}` } }),
      remove("Service", name, { ...state, inputs: { hub: { id: "1" } } }),
    ];
  });
  expect(report(...all).hubs.map(({ hub, different }) => [hub, ...different.map(({ name }) => name)])).toEqual([
    ["acme-eu", "eu"],
    ["acme-us", "us"],
  ]);
});

it("shows the drift of every hub in a long comment before what isn't managed, and keeps its totals", () => {
  const label = "| `x` | サービス ".repeat(9);
  const unmanaged = Array.from({ length: 2000 }, (_, id) => ({ kind: "Service", id: `${id}`, label }));
  const shop = { hub: "globex", name: "Shop" };
  const found = driftOn(
    [refresh("Service", "shop", state(shop)), create("Service", "shop", shop)],
    services,
    new Map([["acme", { unmanaged: unmanaged.toReversed(), signUps: 2000 }]]),
  );
  expect(found.hubs[0]?.unmanaged).toEqual(unmanaged);
  const text = renderMarkdown(driftInWords(found));
  expect(text).toContain("\n### `globex`\n\n**Manual changes**\n\n- Service `Shop` was deleted manually\n");
  expect(text.indexOf("globex")).toBeLessThan(text.indexOf("acme"));
  expect(text).toContain(
    "Drift: 1 manual change. Keep it: `npx pulumi-statushub drift --keep`. Undo it: `pulumi up --refresh`. " +
      "No stack manages 2000 records and 2000 subscriptions of visitors.",
  );
  expect(text).toMatch(/\n\d+ more lines not shown\.\n$/);
});
