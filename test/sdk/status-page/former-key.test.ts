import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import * as statushub from "../../../sdk/index.ts";
import { recordRegistrations, settled } from "../registered.ts";

describe("a new key of a record", () => {
  const renamed = {
    hub: { subdomain: "acme" },
    groups: { web: { id: 1, services: { store: { name: "Shop", was: "shop" } } } },
    incidentTemplates: { outage: { title: "Down", was: "down" } },
  } satisfies statushub.StatusPageArgs;

  it("keeps the record under either provider, and isn't a property of it", async () => {
    const registered = await recordRegistrations();
    const aliases = new Map<string, pulumi.CustomResourceOptions["aliases"]>();
    const own = { name: "page-shop", parent: pulumi.rootStackResource };
    new statushub.StatusPage("page", renamed, {
      transformations: [
        ({ name, opts }) => {
          aliases.set(name, opts.aliases);
          return undefined;
        },
      ],
      recordOptions: (kind) => (kind === "Service" ? { aliases: [own] } : {}),
    });
    await settled();

    expect(registered.find(({ name }) => name === "page-store")?.inputs).not.toHaveProperty("was");
    expect(aliases.get("page-store")).toEqual(expect.arrayContaining([own, { name: "page-shop" }]));
    const type = "statushub:index:IncidentTemplate";
    expect(aliases.get("page-outage")).toEqual([{ name: "page-down" }, { type }, { type, name: "page-down" }]);
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
