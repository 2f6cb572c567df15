import { describe, expect, it } from "vitest";
import { renderMarkdown, renderText } from "../../../cli/drift/render.ts";
import { createReport } from "../../../cli/drift/report.ts";
import { findDifferences } from "../../../cli/engine/planned.ts";
import type { ResourceState, Step } from "../../../cli/engine/preview.ts";
import { managedRecords } from "../../../cli/engine/record.ts";

type Inputs = Record<string, unknown>;

const urn = (kind: string, name: string) => `urn:pulumi:prod::site::pulumi-nodejs:dynamic/statushub:${kind}::${name}`;
const on = (inputs: Inputs, modified = "Monday"): ResourceState => ({
  id: "7",
  modified,
  inputs: { hub: { id: "1", subdomain: "acme" }, ...inputs },
});

interface Sides {
  /** @default "Service" */
  kind?: string;
  before?: Inputs;
  live?: Inputs;
  declared: Inputs;
  isRefreshed?: boolean;
  /** The name in the state, if an alias renames the resource. */
  oldName?: string;
}

/** The steps of a resource: before the refresh, on the page, and in the program. */
const steps = (
  op: Step["op"],
  { kind = "Service", before, live, declared, isRefreshed, oldName = "api" }: Sides,
): Step[] => [
  ...(before === undefined ? [] : [{ op: "refresh" as const, urn: urn(kind, oldName), oldState: on(before) }]),
  {
    op,
    urn: urn(kind, "api"),
    ...(live && { oldState: { ...on(live, isRefreshed ? "Tuesday" : "Monday"), urn: urn(kind, oldName) } }),
    newState: on(declared),
    detailedDiff: Object.fromEntries(Object.keys(declared).map((name) => [name, {}])),
  },
];

const report = (...all: Step[]) =>
  createReport({ stacks: ["prod"], differences: findDifferences("prod", all), unmanaged: new Map() });

describe("the report", () => {
  it("separates manual changes from other differences, even in one record", () => {
    const before = { name: "API", description: "old" };
    const live = { name: "edited", description: "old" };
    const { hubs, drift } = report(...steps("update", { before, live, declared: { name: "API", description: "new" } }));
    const resource = { stack: "prod", kind: "Service", name: "api", id: "7" };
    expect({ drift, hubs }).toEqual({
      drift: true,
      hubs: [
        {
          hub: "acme",
          changed: [{ ...resource, properties: [{ property: "name", declared: "API", live: "edited" }] }],
          deleted: [],
          different: [
            {
              ...resource,
              action: "update",
              properties: [{ property: "description", declared: "new", live: "old" }],
            },
          ],
          unmanaged: [],
          signUps: 0,
        },
      ],
    });
  });

  it("[CI-5] has the same text for the same drift, in whatever order Pulumi lists the resources", () => {
    const all = ["two", "one", "three"].flatMap((name) =>
      steps("update", { before: { name }, live: { name: "edited" }, declared: { name } }).map((step) => ({
        ...step,
        urn: urn("Service", name),
      })),
    );
    const text = renderText(report(...all));
    for (const name of ["one", "two", "three"]) expect(text).toContain(`Service ${name} `);
    expect(renderText(report(...all.toReversed()))).toBe(text);
  });

  it("[CI-6] is drift if the page matches the state but not the program, and names both causes", () => {
    const refreshed = { name: "edited" };
    const found = report(...steps("update", { before: refreshed, live: refreshed, declared: { name: "API" } }));
    expect(found).toMatchObject({ drift: true, counts: { changed: 0, different: 1 } });
    expect(renderText(found)).toBe(`acme
  > Service api (ID 7) differs from the program
      name: "edited", declared as "API"

Drift: 1 record differs from the program: the program was edited and not deployed yet, or the page was changed outside Pulumi and a refresh wrote that into the state.
`);
    expect(renderMarkdown(found)).toContain(
      '| acme | Service api (ID 7) | differs from the program | name | `"edited"` | `"API"` |',
    );
  });

  it("[CI-6] finds a manual change of a resource that an alias renames", () => {
    const found = report(
      ...steps("update", {
        before: { name: "API" },
        live: { name: "edited" },
        declared: { name: "API" },
        oldName: "old",
      }),
    );
    expect(found).toMatchObject({ drift: true, counts: { changed: 1, different: 0 } });
  });

  it("[CI-8] leaves out a value in another form beside a manual change", () => {
    const [first, second] = [-60, 15].map((offsetInMin) => ({ offsetInMin, offsetType: "start" }));
    const declared = { title: "Upgrade", startTime: "2026-12-06T02:00:00Z", notifications: [first, second] };
    const live = { title: "edited", startTime: "2026-12-06 02:00:00", notifications: [second, first] };
    const [hub] = report(...steps("update", { kind: "Maintenance", before: declared, live, declared })).hubs;
    expect(hub?.changed).toMatchObject([{ properties: [{ property: "title" }] }]);
    expect(hub?.different).toEqual([]);

    const edited = { ...declared, notifications: [first] };
    const sides = { kind: "Maintenance", before: declared, live: { ...live, title: "Upgrade" }, declared: edited };
    const [other] = report(...steps("update", sides)).hubs;
    expect(other?.changed).toEqual([]);
    expect(other?.different).toMatchObject([{ properties: [{ property: "notifications" }] }]);
  });

  it("calls a record deleted if the state had it or the API can restore it, and otherwise different", () => {
    const declared = { name: "API" };
    expect(report(...steps("create", { before: declared, declared })).counts).toMatchObject({ deleted: 1 });
    const deleted = { ...declared, deleted: true };
    expect(report(...steps("update", { before: declared, live: deleted, declared })).counts).toEqual({
      changed: 0,
      deleted: 1,
      different: 0,
      unmanaged: 0,
      signUps: 0,
    });
    const [fresh, removed] = [
      report(...steps("create", { declared })),
      report(...steps("delete", { before: declared, live: declared, declared: {} })),
    ];
    expect(fresh).toMatchObject({ drift: true, counts: { deleted: 0, different: 1 } });
    expect(removed.hubs[0]?.different).toMatchObject([{ action: "delete", properties: [] }]);
  });

  it("counts a replacement once, and a move between the providers as no difference", () => {
    const sides = { before: { name: "API" }, live: { name: "API" }, declared: { name: "New" } };
    const ops = ["create-replacement", "replace", "delete-replaced"] as const;
    const [read, ...replaced] = ops.flatMap((op) => steps(op, sides));
    const found = report(...(read ? [read] : []), ...replaced.filter(({ op }) => op !== "refresh"));
    expect(found.hubs[0]?.different).toMatchObject([{ action: "replace", properties: [{ property: "name" }] }]);

    const [before, moved] = steps("update", {
      before: { name: "API" },
      live: { name: "API" },
      declared: { name: "API" },
    });
    const detailedDiff = { __provider: {} };
    expect(report(...(before ? [before] : []), ...(moved ? [{ ...moved, detailedDiff }] : []))).toMatchObject({
      drift: false,
    });
  });

  it("lists a secret that differs, as changed only if the refresh has changed something", () => {
    const before = { address: "[secret]", label: "a" };
    const find = (declared: Inputs, isRefreshed = false) =>
      report(...steps("update", { before, live: before, declared, isRefreshed })).hubs[0];
    const properties = [{ property: "address", declared: "[secret]", live: "[secret]" }];
    expect(find({ address: "[secret]" }, true)?.changed).toMatchObject([{ properties }]);
    expect(find({ address: "[secret]" })?.different).toMatchObject([{ properties }]);
    expect(find({ label: "b" })?.different).toMatchObject([{ properties: [{ property: "label" }] }]);
  });

  it("masks values that are known only after pulumi up", () => {
    const declared = { name: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" };
    const found = report(...steps("update", { before: { name: "API" }, live: { name: "API" }, declared }));
    expect(renderText(found)).toContain('name: "API", declared as [unknown]');
  });

  it("[CI-7] ignores other packages, components and lookups", () => {
    const others = [
      "aws:s3/bucket:Bucket::b",
      "statushub:index:StatusPage::page",
      "pulumi-nodejs:dynamic/statushub:getService::api",
    ];
    const all = others.flatMap((type): Step[] => [
      { op: "refresh", urn: `urn:pulumi:prod::site::${type}`, oldState: {} },
      { op: "create", urn: `urn:pulumi:prod::site::${type}` },
    ]);
    const lookups = ["Hub", "Service"].map(
      (kind): Step => ({ op: "refresh", urn: urn(kind, "seen"), oldState: { id: "1", inputs: null, external: true } }),
    );
    expect(report(...all, ...lookups)).toMatchObject({ hubs: [] });
    expect(managedRecords([...all, ...lookups])).toEqual([]);
  });

  it("[CI-7] finds the hub of a record by ID, subdomain or resource, and reports its current subdomain", () => {
    const provider = "urn:pulumi:prod::site::pulumi:providers:statushub::eu";
    const hub = (subdomain: string): ResourceState => ({ id: "1", inputs: { subdomain } });
    const service = (inputs: Inputs): ResourceState => ({ id: "7", inputs, outputs: { hubId: "1" } });
    const forms = [{ hub: { id: "1" } }, { hub: { id: "1", subdomain: "acme" } }, { hub: "acme" }];
    const all: Step[] = [
      { op: "refresh", urn: urn("Hub", "acme"), oldState: hub("acme") },
      ...forms.map((form, index) => ({
        op: "refresh" as const,
        urn: urn("Service", `s${index}`),
        oldState: { ...service(form), provider: `${provider}::5f1c` },
      })),
      { op: "update", urn: urn("Hub", "acme"), oldState: hub("acme-2"), newState: hub("acme") },
      ...forms.map(
        (form, index): Step => ({ op: "update", urn: urn("Service", `s${index}`), oldState: service(form) }),
      ),
      {
        op: "create",
        urn: urn("Service", "new"),
        newState: {
          inputs: { hub: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" },
          propertyDependencies: { hub: [urn("Hub", "acme")] },
        },
      },
    ];
    expect(managedRecords(all).slice(1)).toMatchObject(
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
});

it("[CI-7] distinguishes hubs of two accounts with the same ID", () => {
  const accounts = ["us", "eu"].map((name) => `urn:pulumi:prod::site::pulumi:providers:statushub::${name}`);
  const all = accounts.flatMap((account): Step[] => {
    const [name = "", provider] = [account.slice(-2), `${account}::5f1c`];
    const state = { id: "1", provider, outputs: { hubId: "1" } };
    return [
      { op: "refresh", urn: urn("Hub", name), oldState: { ...state, inputs: { subdomain: `acme-${name}` } } },
      { op: "delete", urn: urn("Service", name), oldState: { ...state, inputs: { hub: { id: "1" } } } },
    ];
  });
  expect(report(...all).hubs.map(({ hub, different }) => [hub, ...different.map(({ name }) => name)])).toEqual([
    ["acme-eu", "eu"],
    ["acme-us", "us"],
  ]);
});

it("shows the drift of every hub in a long Markdown report before what isn't managed, and counts bytes", () => {
  const unmanaged = Array.from({ length: 2000 }, (_, id) => ({
    kind: "Service",
    id: `${id}`,
    label: "サービス".repeat(9),
  }));
  const hub = { unmanaged, signUps: 2000 };
  const differences = findDifferences("prod", [
    { op: "refresh", urn: urn("Service", "shop"), oldState: { id: "7", inputs: { hub: "globex", name: "Shop" } } },
    { op: "create", urn: urn("Service", "shop"), newState: { inputs: { hub: "globex", name: "Shop" } } },
  ]);
  const text = renderMarkdown(createReport({ stacks: ["prod"], differences, unmanaged: new Map([["acme", hub]]) }));
  expect(text).toContain("| globex | Service shop (ID 7) | **deleted** |");
  expect(text).toContain("No stack manages 2000 records and 2000 subscriptions of visitors.");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
});

it("a long Markdown report is cut to the length of a comment, and keeps its totals", () => {
  const unmanaged = Array.from({ length: 2000 }, (_, id) => ({
    kind: "Service",
    id: `${id}`,
    label: "| `x` | ".repeat(9),
  }));
  const text = renderMarkdown(
    createReport({ stacks: ["prod"], differences: [], unmanaged: new Map([["acme", { unmanaged, signUps: 0 }]]) }),
  );
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain("No stack manages 2000 records.");
  expect(text).toMatch(/\n\d+ more rows not shown\.\n$/);
  const rows = text.split("\n").filter((line) => line.startsWith("| acme"));
  expect(new Set(rows.map((row) => row.replaceAll("\\|", "").split("|").length))).toEqual(new Set([8]));
});
