import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import * as statushub from "../../sdk/index.ts";
import * as native from "../../sdk/native/index.ts";
import { anyPage } from "../model/page/any-page.ts";
import { type Registered, recordOptions, recordRegistrations, settled } from "./registered.ts";

let registered: Registered[];

beforeEach(async () => {
  registered = await recordRegistrations();
});

const times = { startTime: "2026-12-06T02:00:00Z", endTime: "2026-12-06T03:00:00Z" };

const acme = {
  hub: { subdomain: "acme", name: "Acme" },
  groups: {
    website: { id: 1, services: { shop: { name: "Shop", customId: "shop" } } },
    api: { id: 2, services: { api: { name: "API" } } },
  },
  incidentTemplates: { down: { title: "Down", serviceStatuses: { shop: "down", "77": "up" } } },
  maintenanceTemplates: { upgrade: { title: "Upgrade", serviceStatuses: [{ service: "api", status: "down" }] } },
  subscriptions: { team: { method: "sms", address: "+1", services: ["api", 78] } },
  maintenances: { weekly: { title: "Patching", ...times, serviceStatuses: { api: "degraded-performance" } } },
} satisfies statushub.StatusPageArgs;

const inputsOf = (name: string) => registered.find((resource) => resource.name === name)?.inputs;

describe.each([
  { way: "dynamic", StatusPage: statushub.StatusPage, prefix: "pulumi-nodejs:dynamic/statushub" },
  { way: "native", StatusPage: native.StatusPage, prefix: "statushub:index" },
])("a page with the $way provider", ({ StatusPage, prefix }) => {
  it("has each record once, named after its key, as its child", async () => {
    const page = new StatusPage("page", acme);
    await settled();

    expect(registered.map(({ type, name }) => `${type} ${name}`).sort()).toEqual(
      [
        "statushub:index:StatusPage page",
        `${prefix}:Hub page`,
        `${prefix}:Service page-shop`,
        `${prefix}:Service page-api`,
        `${prefix}:IncidentTemplate page-down`,
        `${prefix}:MaintenanceTemplate page-upgrade`,
        `${prefix}:Subscription page-team`,
        `${prefix}:Maintenance page-weekly`,
      ].sort(),
    );
    const urn = await new Promise((resolve) => page.services.shop.urn.apply(resolve));
    expect(urn).toContain(`::statushub:index:StatusPage$${prefix}:Service::page-shop`);
  });
});

it("replaces keys with IDs, and keeps IDs unchanged", async () => {
  const page = new statushub.StatusPage("page", acme);
  await settled();

  const [shop, api] = await Promise.all(
    [page.services.shop, page.services.api].map(({ id }) => new Promise((resolve) => id.apply(resolve))),
  );
  expect(inputsOf("page-shop")).toMatchObject({ groupId: 1, name: "Shop", customId: "shop" });
  expect(inputsOf("page-down")?.serviceStatuses).toEqual([
    { service: "77", status: "up" },
    { service: shop, status: "down" },
  ]);
  expect(inputsOf("page-upgrade")?.serviceStatuses).toEqual([{ service: api, status: "down" }]);
  expect(inputsOf("page-team")?.services).toEqual([api, 78]);
});

it("accepts a hub, services and outputs of the program", async () => {
  const hub = new statushub.Hub("acme", { subdomain: "acme" });
  const other = new statushub.Service("other", { hub, groupId: 1, name: "Other" });
  const page = new statushub.StatusPage("page", {
    hub,
    incidentTemplates: {
      listed: { title: "A", serviceStatuses: [{ service: other, status: "down" }] },
      later: { title: "B", serviceStatuses: pulumi.output([{ service: other.id, status: "up" as const }]) },
    },
  });
  const id = await new Promise((resolve) => other.id.apply(resolve));
  await settled();

  expect(page.hub).toBe(hub);
  expect(registered.filter(({ type }) => type.endsWith(":Hub"))).toHaveLength(1);
  expect(inputsOf("page-listed")?.serviceStatuses).toEqual([{ service: id, status: "down" }]);
  expect(inputsOf("page-later")?.serviceStatuses).toEqual([{ service: id, status: "up" }]);
});

describe("the options", () => {
  const { options, recording } = recordOptions();
  const isProtected = (name: string) => options.get(name)?.protect;

  it("protect only the services, everything, or nothing", async () => {
    for (const { protect, ofServices, ofAll } of [
      { ofServices: true, ofAll: undefined },
      { protect: true, ofServices: true, ofAll: true },
      { protect: false, ofServices: false, ofAll: false },
    ]) {
      new statushub.StatusPage("page", acme, { ...recording, ...(protect !== undefined && { protect }) });
      await settled();
      // Records inherit the page's options.
      expect([isProtected("Service page-shop"), isProtected("StatusPage page")]).toEqual([ofServices, ofAll]);
    }
  });

  it("of a record win over those of the page", async () => {
    const aliases = (key: string) => [{ name: key, parent: pulumi.rootStackResource }];
    new statushub.StatusPage("page", acme, {
      ...recording,
      recordOptions: (kind, key) => ({ aliases: aliases(key), ...(kind === "Service" && { protect: false }) }),
    });
    await settled();

    expect(isProtected("Service page-shop")).toBe(false);
    expect(options.get("Service page-shop")?.aliases).toContainEqual(aliases("shop")[0]);
    expect(options.get("Hub page")?.aliases).toContainEqual(aliases("hub")[0]);
  });

  it("of a record remove nothing if they are undefined", async () => {
    const nothing: object = { protect: undefined, parent: undefined };
    new statushub.StatusPage("page", acme, { ...recording, recordOptions: () => nothing });
    await settled();

    expect(options.get("Service page-shop")).toMatchObject({ protect: true, parent: expect.anything() });
  });
});

it("a service that is undefined has no key anywhere", () => {
  const group = (id: number, services: object) => ({ id, services });
  const page =
    (groups: object, incidentTemplates = {}) =>
    () =>
      new statushub.StatusPage("page", { hub: { subdomain: "acme" }, groups: groups as never, incidentTemplates });
  const api = { name: "API" };

  expect(page({ one: group(1, { api: undefined }), two: group(2, { api }) })).not.toThrow();
  const down = { title: "Down", serviceStatuses: { api: "down" as const } };
  expect(page({ one: group(1, { api: undefined }) }, { down })).toThrow(
    /incidentTemplates\.down\.serviceStatuses\.api/,
  );
});

describe("from a file", () => {
  const example = new URL("../../examples/page/page.yaml", import.meta.url);

  it("names the file that is wrong or missing", () => {
    pulumi.runtime.setAllConfig({});
    expect(() => statushub.StatusPage.fromFile("acme", example)).toThrow(
      /^Could not make statushub\.StatusPage "acme" from \/.*\/page\.yaml:\n {2}page\.yaml:\d+ {2}subscriptions\.on-call\.address: the stack configuration has no slackUrl/,
    );
    expect(() => statushub.StatusPage.fromFile("acme", "nowhere.yaml")).toThrow(
      'Could not make statushub.StatusPage "acme" from nowhere.yaml: ENOENT: no such file or directory',
    );
  });
});

it("is the same tree in whatever order the page is written, and whatever group a service is in", async () => {
  const treeOf = async (page: statushub.StatusPageArgs) => {
    registered = await recordRegistrations();
    new statushub.StatusPage("page", page);
    await settled();
    return registered.map(({ type, name }) => `${type} ${name}`).sort();
  };

  await fc.assert(
    fc.asyncProperty(anyPage(), async ({ hub, groups = {}, ...sections }) => {
      const tree = await treeOf({ hub, groups, ...sections });
      const services: Record<string, statushub.PageService> = Object.assign(
        {},
        ...Object.values(groups).map((group) => group.services),
      );
      const keys = [services, ...Object.values(sections)].flatMap((section) => Object.keys(section));
      expect(new Set(tree).size).toBe(tree.length);
      expect(tree).toHaveLength(2 + keys.length);

      const inOneGroup = { all: { id: 1, services: backwards(services) } };
      expect(await treeOf(backwards({ ...sections, groups: inOneGroup, hub }))).toEqual(tree);
    }),
    { numRuns: 20 },
  );
});

const backwards = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).reverse()) as Value;

describe("the types", () => {
  const notRun = (_program: () => unknown) => undefined;
  const hub = { subdomain: "acme" };

  it("name the records by the keys of the page", () => {
    notRun(() => {
      const page = new statushub.StatusPage("page", {
        hub,
        groups: {
          web: { id: 1, services: { shop: { name: "Shop" } } },
          api: { id: 2, services: { api: { name: "API" } } },
        },
        incidentTemplates: { down: { title: "Down" } },
      });
      expectTypeOf(page.services).toEqualTypeOf<{
        readonly shop: statushub.Service;
        readonly api: statushub.Service;
      }>();
      expectTypeOf(page.incidentTemplates.down).toEqualTypeOf<statushub.IncidentTemplate>();
      expectTypeOf(page).toExtend<statushub.StatusPage>();
      // @ts-expect-error the page has no such service
      page.services.search;
      const { services } = statushub.StatusPage.fromFile("page", "page.yaml");
      expectTypeOf(services.anything).toEqualTypeOf<statushub.Service | undefined>();
    });
  });

  it("accept exactly what the classes accept", () => {
    // @ts-expect-error no such property
    notRun((): statushub.PageService => ({ name: "Shop", custom_id: "shop" }));
    // @ts-expect-error the group says it
    notRun((): statushub.PageService => ({ name: "Shop", groupId: 1 }));
    // @ts-expect-error neither title nor body
    notRun((): statushub.PageIncidentTemplate => ({ labels: ["api"] }));
    // @ts-expect-error no such status
    notRun((): statushub.PageMaintenanceTemplate => ({ title: "A", serviceStatuses: { api: "slow" } }));
    // @ts-expect-error no such section
    notRun(() => new statushub.StatusPage("page", { hub, services: {} }));
  });
});
