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
  expect(none.stdout).toContain('Could not read Service in hub "acme": none has the customId "db".');
  expect(several.stdout).toContain('2 have the name "Search" (3, 4). Name the one that you mean by its id');
  expect((await page.pulumi("destroy", "--refresh", "--yes")).code).toBe(0);
});
