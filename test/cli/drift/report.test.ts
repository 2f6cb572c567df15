import { describe, expect, it } from "vitest";
import type { ResourceState, Step } from "../../../cli/drift/preview.ts";
import { renderMarkdown } from "../../../cli/drift/render.ts";
import { createReport, managedRecords, observe } from "../../../cli/drift/report.ts";

type Inputs = Record<string, unknown>;

const urn = (kind: string, name: string) => `urn:pulumi:prod::site::pulumi-nodejs:dynamic/statushub:${kind}::${name}`;
const on = (inputs: Inputs): ResourceState => ({ id: "7", inputs: { hub: { id: "1", subdomain: "acme" }, ...inputs } });

/** The steps of one resource: as the state had it, as the page has it, and as the program declares it. */
const steps = (
  op: string,
  { before, live, declared }: { before?: Inputs; live?: Inputs; declared: Inputs },
): Step[] => [
  ...(before === undefined ? [] : [{ op: "refresh", urn: urn("Service", "api"), oldState: on(before) }]),
  {
    op,
    urn: urn("Service", "api"),
    ...(live && { oldState: on(live) }),
    newState: on(declared),
    detailedDiff: Object.fromEntries(Object.keys(declared).map((name) => [name, {}])),
  },
];

const report = (...all: Step[]) =>
  createReport({ stacks: ["prod"], observed: observe("prod", all), unmanaged: new Map() });

describe("the report", () => {
  it("keeps what was changed by hand apart from what the program changes", () => {
    const before = { name: "API", description: "old" };
    const found = report(
      ...steps("update", {
        before,
        live: { name: "by hand", description: "old" },
        declared: { name: "API", description: "new" },
      }),
    );
    expect(found.hubs[0]?.changed[0]?.properties).toEqual([{ property: "name", declared: "API", live: "by hand" }]);
    const pending = report(...steps("update", { before, live: before, declared: { name: "API", description: "new" } }));
    expect(pending).toMatchObject({ drift: false, counts: { changed: 0, pending: 1 } });
  });

  it("calls a record that is created again deleted, one that is restored too, and a new one pending", () => {
    const declared = { name: "API" };
    expect(report(...steps("create", { before: declared, declared })).counts).toMatchObject({ deleted: 1, pending: 0 });
    expect(
      report(...steps("update", { before: declared, live: { ...declared, deleted: true }, declared })).counts,
    ).toMatchObject({ deleted: 1, changed: 0 });
    expect(report(...steps("create", { declared })).counts).toMatchObject({ deleted: 0, pending: 1 });
  });

  it("names a secret that differs, and no other one", () => {
    const before = { address: "[secret]", label: "a" };
    const [changed, unchanged] = [{ address: "[secret]" }, { label: "b" }].map(
      (declared) => report(...steps("update", { before, live: before, declared })).hubs[0]?.changed ?? [],
    );
    expect(changed).toMatchObject([{ properties: [{ property: "address", declared: "[secret]", live: "[secret]" }] }]);
    expect(unchanged).toEqual([]);
  });

  it("is blind to resources of other packages", () => {
    expect(report({ op: "create", urn: "urn:pulumi:prod::site::aws:s3/bucket:Bucket::b" })).toMatchObject({ hubs: [] });
  });

  it("looks for the records of a hub that was renamed by hand under its new name", () => {
    const hub = (subdomain: string): ResourceState => ({ id: "1", inputs: { subdomain } });
    const found = managedRecords([
      { op: "refresh", urn: urn("Hub", "acme"), oldState: hub("acme") },
      { op: "refresh", urn: urn("Service", "api"), oldState: on({ name: "API" }) },
      { op: "update", urn: urn("Hub", "acme"), oldState: hub("acme-2"), newState: hub("acme") },
    ]);
    expect(found.map((record) => record.hub)).toEqual(["acme-2", "acme-2"]);
  });
});

it("a long report in Markdown is cut to what a comment can hold, and keeps its totals", () => {
  const unmanaged = Array.from({ length: 2000 }, (_, id) => ({
    kind: "Service",
    id: `${id}`,
    label: "| `x` | ".repeat(9),
  }));
  const text = renderMarkdown(
    createReport({ stacks: ["prod"], observed: [], unmanaged: new Map([["acme", unmanaged]]) }),
  );
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain("No program owns 2000 records.");
  expect(text).toMatch(/\n\d+ more rows not shown\.\n$/);
  const rows = text.split("\n").filter((line) => line.startsWith("| acme"));
  expect(new Set(rows.map((row) => row.replaceAll("\\|", "").split("|").length))).toEqual(new Set([7]));
});
