import { expect, test } from "vitest";
import { projectFile } from "../engine/native.ts";
import { createPage } from "../engine/page.ts";

const preset = {
  hubs: [
    {
      subdomain: "acme",
      name: "Acme",
      groups: ["One", "Two"],
      services: [
        { name: "Website", group_id: 1 },
        { name: "Database", group_id: 1, custom_id: "db" },
        { name: "Search", group_id: 2 },
        { name: "Search", group_id: 2 },
      ],
      incident_templates: [{ title: "API is down", labels: ["api"] }, { title: "Search is down" }],
    },
  ],
};

const program = (entry: string) => `
import * as statushub from "${entry}";

const hub = statushub.Hub.find("acme", { subdomain: "acme" });
const db = statushub.Service.find("db", { hub: "acme", customId: "db" });
const web = statushub.Service.find("web", { hub, name: "Website" });
new statushub.IncidentTemplate("down", { hub, title: "Down", serviceStatuses: [{ service: db, status: "down" }] });
export const hubId = hub.id;
export const ids = [db.id, web.id];
export const group = db.groupId;
export const names = statushub.Service.list("first-group", { hub: "acme", groupId: 1 }).apply((all) =>
  all.map(({ name }) => name),
);
export const templates = statushub.IncidentTemplate.list("of-api", { hub, label: "api" }).apply((all) =>
  all.map(({ title }) => title),
);
`;

const ways = [
  { way: "dynamic", entry: "pulumi-statushub", files: {} },
  {
    way: "native",
    entry: "pulumi-statushub/native",
    files: { "Pulumi.yaml": projectFile("nodejs", "main: index.ts") },
  },
];

test.each(ways)("a program finds records of another stack by what they are called: $way", async ({ entry, files }) => {
  const page = await createPage({ program: program(entry), files, emulator: { preset } });

  expect((await page.pulumi("preview")).code).toBe(0);
  expect((await page.up()).code).toBe(0);
  expect(await page.outputs()).toEqual({
    hubId: "1",
    ids: ["2", "1"],
    group: 1,
    names: ["Website", "Database"],
    templates: ["API is down"],
  });
  expect(page.takeWrites()).toMatchObject([
    { method: "POST", body: { service_statuses: [{ service_id: 2, status: "down" }] } },
  ]);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0 });
  // Two services have one list, whichever of them is asked for.
  const paths = page.emulator.requests.map(({ path }) => path);
  expect(paths.filter((path) => path.endsWith("/services"))).toHaveLength(2);
});

const madeHere = (entry: string) => `
import * as statushub from "${entry}";

const page = new statushub.StatusPage("page", {
  hub: { subdomain: "acme" },
  groups: { one: { id: 1, services: { shop: { name: "Shop", customId: "shop" } } } },
});
const api = new statushub.Service("api", { hub: "acme", groupId: 2, name: "API", customId: "api" });
export const ids = [
  statushub.Service.find("by-output", { hub: "acme", name: api.name }).id,
  statushub.Service.find("after-it", { hub: "acme", customId: "api" }, { dependsOn: api }).id,
  statushub.Service.find("after-page", { hub: "acme", customId: "shop" }, { dependsOn: [page] }).id,
  statushub.Service.find("of-hub", { hub: page.hub, customId: "db" }).id,
];
export const names = statushub.Service.list("list", { hub: "acme", groupId: 2 }, { dependsOn: [api] }).apply((all) =>
  all.map(({ name }) => name),
);
`;

test.each(ways)(
  "a record that the same program makes is looked up once it is there: $way",
  async ({ entry, files }) => {
    const page = await createPage({ program: madeHere(entry), files, emulator: { preset } });

    const preview = await page.pulumi("preview");
    expect(preview).toMatchObject({ code: 0 });
    expect(await page.up()).toMatchObject({ code: 0 });
    const [api, shop] = ["API", "Shop"].map((name) =>
      String(page.emulator.records("services").find((service) => service.name === name)?.id),
    );
    expect(await page.outputs()).toEqual({ ids: [api, api, shop, "2"], names: ["Search", "Search", "API"] });
    expect(await page.plan("--refresh")).toMatchObject({ code: 0 });
  },
);

test.each(ways)("a filter that does not exist fails the preview: $way", async ({ entry, files }) => {
  const program = `
    import * as statushub from "${entry}";
    const filter: object = { hub: "acme", group_id: 1 };
    export const services = statushub.Service.list("all", filter as statushub.ServiceFilter);
  `;
  const page = await createPage({ program, files, emulator: { preset } });
  const { code, stdout } = await page.pulumi("preview");
  expect(code).not.toBe(0);
  expect(stdout).toMatch(/is not an argument of this look-up; it has hub, groupId, archived/);
  expect(stdout).toContain("group_id");
});

test("a look-up that finds none or several is an error that says which, and a destroy needs no answer", async () => {
  const page = await createPage({
    program: `
      import * as statushub from "pulumi-statushub";
      export const id = statushub.Service.find("db", { hub: "acme", customId: "db" }).id;
    `,
    emulator: { preset },
  });
  await page.up();
  page.emulator.remove("services", 2);

  const none = await page.up();
  const several = await page.up(`
    import * as statushub from "pulumi-statushub";
    statushub.Service.find("search", { hub: "acme", name: "Search" });
  `);

  expect([none.code, several.code]).toEqual([1, 1]);
  expect(none.stdout).toContain('Could not read Service in hub "acme": no record has the customId "db".');
  expect(several.stdout).toContain('2 have the name "Search" (3, 4). Name the one that you mean by its ID');
  expect((await page.pulumi("destroy", "--refresh", "--yes")).code).toBe(0);
});
