import { expect, test } from "vitest";
import { dynamicProject, nativeProject } from "../engine/native.ts";
import { createPage, stateFile } from "../engine/page.ts";

const preset = {
  hubs: [
    {
      subdomain: "acme",
      name: "Acme",
      groups: ["One", "Two", "Three"],
      services: [
        { name: "Website", group_id: 1 },
        { name: "Database", group_id: 1, custom_id: "db" },
        { name: "Search", group_id: 2 },
        { name: "Search", group_id: 2 },
        { name: "Intranet", group_id: 3, custom_id: "a-secret-id" },
      ],
      incident_templates: [{ title: "API is down", labels: ["api"] }, { title: "Search is down" }],
    },
  ],
};

const program = (entry: string) => `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "${entry}";

const hub = statushub.Hub.find("acme", { subdomain: "acme" });
const db = statushub.Service.find("db", { hub: "acme", customId: "db" });
const web = statushub.Service.find("web", { hub, name: "Website" });
new statushub.IncidentTemplate("down", { hub, title: "Down", serviceStatuses: [{ service: db, status: "down" }] });
export const intranet = statushub.Service.find("intranet", { hub, customId: pulumi.secret("a-secret-id") }).customId;
export const hubId = hub.id;
export const ids = [db.id, web.id, statushub.Service.get("by-id", "1", { hub }).id];
export const group = db.groupId;
export const names = statushub.Service.list("first-group", { hub: "acme", groupId: 1 }).apply((all) =>
  all.map(({ name }) => name),
);
export const templates = statushub.IncidentTemplate.list("of-api", { hub, label: "api" }).apply((all) =>
  all.map(({ title }) => title),
);

// Created by this program, and looked up afterwards.
const team = new pulumi.ComponentResource("acme:index:Team", "team");
new statushub.Service("shop", { hub: "acme", groupId: 2, name: "Shop", customId: "shop" }, { parent: team });
const managed = new statushub.Hub("managed", { subdomain: "acme" });
const api = new statushub.Service("api", { hub: "acme", groupId: 2, name: "API", customId: "api" });
export const madeHere = [
  statushub.Service.find("by-output", { hub: "acme", name: api.name }).name,
  statushub.Service.find("after-it", { hub: "acme", customId: "api" }, { dependsOn: api }).name,
  statushub.Service.find("after-team", { hub: "acme", customId: "shop" }, { dependsOn: [team] }).name,
  statushub.Service.find("of-hub", { hub: managed, customId: "db" }).name,
];
export const listed = statushub.Service.list("list", { hub: "acme", groupId: 2 }, { dependsOn: [api, team] }).apply((all) =>
  all.map(({ name }) => name).sort(),
);
`;

test.each([
  // Pulumi doesn't tell dynamic providers what is secret, so their messages show no values.
  { ...dynamicProject, missing: "no record has the customId." },
  { ...nativeProject, missing: 'no record has the customId "db".' },
])(
  "a program finds records by name, including those that it creates, and says which one is missing: $provider",
  async ({ entry, files, missing }) => {
    const page = await createPage({ program: program(entry), files, emulator: { preset } });

    expect(await page.pulumi("preview")).toMatchObject({ code: 0 });
    expect(page.takeWrites()).toEqual([]);
    expect(await page.up()).toMatchObject({ code: 0 });
    // The query is secret, so its value is secret in the state and in every output.
    expect(await page.read(stateFile)).not.toContain("a-secret-id");
    expect(await page.outputs()).toEqual({
      intranet: "[secret]",
      hubId: "1",
      ids: ["2", "1", "1"],
      group: 1,
      names: ["Website", "Database"],
      templates: ["API is down"],
      madeHere: ["API", "API", "Shop", "Database"],
      listed: ["API", "Search", "Search", "Shop"],
    });
    expect(page.takeWrites()).toContainEqual(
      expect.objectContaining({ body: { title: "Down", service_statuses: [{ service_id: 2, status: "down" }] } }),
    );
    expect(await page.plan("--refresh")).toMatchObject({ code: 0 });

    page.emulator.remove("services", 2);
    const none = await page.up();
    expect(none.code).toBe(1);
    expect(none.stdout).toContain(`Could not read Service in hub "acme": ${missing}`);
    // A destroy doesn't look anything up.
    expect(await page.pulumi("destroy", "--refresh", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
  },
);
