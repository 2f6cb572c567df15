import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it } from "vitest";
import * as statushub from "../../../sdk/index.ts";
import * as native from "../../../sdk/native/index.ts";
import { type Registered, recordRegistrations, settled } from "../registered.ts";

let registered: Registered[];

beforeEach(async () => {
  registered = await recordRegistrations();
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
