import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it } from "vitest";
import * as statushub from "../../../sdk/index.ts";
import * as native from "../../../sdk/native/index.ts";
import { type Registered, recordOptions, recordRegistrations, settled } from "../registered.ts";

let registered: Registered[];

beforeEach(async () => {
  registered = await recordRegistrations();
});

it("lists all problems with the keys of a page, and registers nothing", async () => {
  const wrong = () =>
    new statushub.StatusPage("page", {
      hub: { subdomain: "acme" },
      groups: {
        a: { id: 1, services: { api: { name: "API" } } },
        b: { id: 2, services: { api: { name: "API" }, "77": { name: "Search" } } },
      },
      incidentTemplates: { "api.down": { title: "Down", serviceStatuses: { apii: "down", search: "down" } } },
      subscriptions: { team: { method: "sms", address: "+1", services: ["api", "ap"] } },
    });

  expect(wrong).toThrow(
    [
      'Could not make statushub.StatusPage "page":',
      "  groups.b.services.77: a key must not be empty, and not only digits, which would be an ID. [SH2506]",
      '  groups.b.services.api: the group "a" has this key, too. [SH2505]',
      '  incidentTemplates["api.down"].serviceStatuses.apii: the page has no service "apii". Did you mean "api"? [SH2504]',
      '  incidentTemplates["api.down"].serviceStatuses.search: the page has no service "search". [SH2504]',
      '  subscriptions.team.services[1]: the page has no service "ap". Did you mean "api"? [SH2504]',
    ].join("\n"),
  );
  await settled();
  expect(registered).toEqual([]);
});

describe("a new key of a record", () => {
  const renamed = {
    hub: { subdomain: "acme" },
    groups: { web: { id: 1, services: { store: { name: "Shop", was: "shop" } } } },
    incidentTemplates: { outage: { title: "Down", was: "down" } },
  } satisfies statushub.StatusPageArgs;

  it("keeps the record under either provider, and isn't a property of it", async () => {
    const { options, recording } = recordOptions();
    const own = { name: "page-shop", parent: pulumi.rootStackResource };
    new statushub.StatusPage("page", renamed, {
      ...recording,
      recordOptions: (kind) => (kind === "Service" ? { aliases: [own] } : {}),
    });
    await settled();

    const aliasesOf = (record: string) => options.get(record)?.aliases;
    expect(registered.find(({ name }) => name === "page-store")?.inputs).not.toHaveProperty("was");
    expect(aliasesOf("Service page-store")).toEqual(expect.arrayContaining([own, { name: "page-shop" }]));
    const type = "statushub:index:IncidentTemplate";
    const former = { name: "page-down" };
    expect(aliasesOf("IncidentTemplate page-outage")).toEqual([former, { type }, { type, ...former }]);
  });

  it("must replace the former one, and that of one record", () => {
    const wrong = () =>
      new statushub.StatusPage("page", {
        ...renamed,
        maintenanceTemplates: {
          one: { title: "A", was: "former" },
          two: { title: "B", was: "former" },
          three: { title: "C", was: "one" },
          four: { title: "D", was: "" },
        },
      });
    expect(wrong).toThrow(
      [
        'Could not make statushub.StatusPage "page":',
        '  maintenanceTemplates.two.was: "one" was "former", too, and a record can only move to one key. [SH2510]',
        '  maintenanceTemplates.three.was: the page still has the key "one". Remove was, or rename the other record. [SH2510]',
        "  maintenanceTemplates.four.was: must be the key that this record had before. [SH2510]",
      ].join("\n"),
    );
  });
});

describe("two pages", () => {
  const page = (key: string, subdomain = key): statushub.StatusPageArgs => ({
    hub: { subdomain },
    groups: { web: { id: 1, services: { [key]: { name: "A" } } } },
    maintenanceTemplates: { [key]: { title: "A" } },
  });
  const inStack = (program: () => void) => pulumi.runtime.runInPulumiStack(async () => program());

  it("whose names and keys combine to one name are rejected before anything of the second is registered", async () => {
    let failure: unknown;
    await inStack(() => {
      new statushub.StatusPage("acme", page("eu-web"));
      try {
        new statushub.StatusPage("acme-eu", page("web"));
      } catch (error) {
        failure = error;
      }
    });
    expect(String(failure)).toContain(
      [
        'Could not make statushub.StatusPage "acme-eu":',
        '  groups.web.services.web: is called "acme-eu-web", as groups.web.services.eu-web of StatusPage "acme" is. Rename the key, or one of the pages. [SH2505]',
        '  maintenanceTemplates.web: is called "acme-eu-web", as maintenanceTemplates.eu-web of StatusPage "acme" is. Rename the key, or one of the pages. [SH2505]',
      ].join("\n"),
    );
    await settled();
    expect(registered.filter(({ name }) => name === "acme-eu")).toEqual([]);
  });

  it("may share names if Pulumi can tell them apart: below other types, on another provider, in another program", async () => {
    class Region extends pulumi.ComponentResource {
      constructor() {
        super("my:index:Region", "region");
      }
    }
    await inStack(() => {
      new statushub.StatusPage("acme", page("eu-web"));
      new statushub.StatusPage("acme-eu", page("web"), { parent: new Region() });
      new native.StatusPage("acme-eu", page("web"));
    });
    await inStack(() => void new statushub.StatusPage("acme-eu", page("web")));
    await settled();
  });
});
