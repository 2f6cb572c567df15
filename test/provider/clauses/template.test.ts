import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import type { Definition, Values } from "../../../provider/resources/define.ts";
import { incidentTemplate } from "../../../provider/resources/incident-template.ts";
import { maintenanceTemplate } from "../../../provider/resources/maintenance-template.ts";
import { startScene } from "../lifecycle/scene.ts";
import { expectRoundTrip, type Field, recordOf } from "./round-trip.ts";

const base = { body: "<p>Soon</p>" };
const incident = { definition: incidentTemplate as Definition, collection: "incident_templates", base };
const planned = { definition: maintenanceTemplate as Definition, collection: "maintenance_templates", base };

const title = { property: "title", declared: "Down", sent: { title: "Down" }, byHand: { title: "Up" }, found: "Up" };
const noTitle = { ...title, declared: null, sent: { title: null } };
const body = {
  property: "body",
  declared: "<p>All is <b>well</b></p>",
  sent: { body: "<p>All is <b>well</b></p>" },
  byHand: { body: "<p>Not <i>yet</i></p>" },
  found: "<p>Not <i>yet</i></p>",
};
const labels = {
  property: "labels",
  declared: ["api"],
  sent: { labels: ["api"] },
  byHand: { labels: ["db"] },
  found: ["db"],
};
const statuses = {
  property: "serviceStatuses",
  declared: [{ service: "1", status: "down" }],
  sent: { service_statuses: [{ service_id: 1, status: "down" }] },
  byHand: { service_statuses: [{ service_id: 2, status: "up" }] },
  found: [{ service: "2", status: "up" }],
};

const incidentFields: [string, Field][] = [
  ["[ITP-02] [ITP-16] title", title],
  ["[ITP-02] [ITP-16] title null", noTitle],
  ["[ITP-03] [ITP-16] body", body],
  ["[ITP-06] [ITP-16] one label", labels],
  ["[ITP-07] [ITP-16] serviceStatuses", statuses],
  ["[ITP-05] [ITP-16] incidentType", choice("incidentType", "resolved", ["incident_type", "identified"])],
  ["[ITP-05] [ITP-16] incidentType null", choice("incidentType", null, ["incident_type", "monitoring"])],
  ["[ITP-08] [ITP-10] [ITP-16] silentUpdate true", choice("silentUpdate", true, ["silent_update", false])],
  ["[ITP-08] [ITP-10] [ITP-16] silentUpdate false", choice("silentUpdate", false, ["silent_update", true])],
  ["[ITP-08] [ITP-10] [ITP-16] silentUpdate null", choice("silentUpdate", null, ["silent_update", true])],
];

const plannedFields: [string, Field][] = [
  ["[MTP-02] title", title],
  ["[MTP-02] title null", noTitle],
  ["[MTP-03] body", body],
  ["[MTP-07] one label", labels],
  ["[MTP-08] serviceStatuses", statuses],
  ["[MTP-05] duration", choice("duration", 90, ["duration", 60])],
  ["[MTP-05] duration null", choice("duration", null, ["duration", 60])],
  ["[MTP-09] silent true", choice("silent", true, ["silent", false])],
  ["[MTP-09] silent false", choice("silent", false, ["silent", null])],
  ["[MTP-09] silent null", choice("silent", null, ["silent", false])],
];

function choice(property: string, declared: unknown, [wire, byHand]: [string, unknown]): Field {
  return { property, declared, sent: { [wire]: declared }, byHand: { [wire]: byHand }, found: byHand };
}

it.each(incidentFields)("%s of an incident template is sent, read, and put back", async (_, field) => {
  await expectRoundTrip(await startScene(incidentTemplate), incident, field);
});

it.each(plannedFields)("%s of a maintenance template is sent, read, and put back", async (_, field) => {
  await expectRoundTrip(await startScene(maintenanceTemplate), planned, field);
});

it("[ITP-03] [MTP-03] a body may be null beside a title, and comes back as null", async () => {
  for (const { definition } of [incident, planned]) {
    const scene = await startScene(definition);
    const made = await scene.create({ title: "Down", body: null });

    expect(scene.takeWrites()[0]?.body).toEqual({ title: "Down", body: null });
    expect((await scene.refresh(made)).outputs).toMatchObject({ title: "Down", body: null });
  }
});

describe.each([
  ["[ITP-01] [ITP-13] [ITP-15] an incident template", incident, { silentUpdate: true }, { silent_update: true }],
  ["[MTP-01] [MTP-15] [MTP-23] a maintenance template", planned, { silent: true }, { silent: true }],
])("%s", (_, { definition, collection }, values, wire) => {
  const declared = {
    title: "Down",
    body: "<p>Soon</p>",
    labels: ["api", "db"],
    serviceStatuses: [{ service: "1", status: "down" }],
    ...values,
  };

  it("is made by one POST of everything, and known by the id of the answer", async () => {
    const scene = await startScene(definition);
    const made = await scene.create(declared);

    expect(scene.takeWrites()).toEqual([
      {
        call: `POST ${collection}`,
        body: {
          title: "Down",
          body: "<p>Soon</p>",
          labels: ["api", "db"],
          service_statuses: [{ service_id: 1, status: "down" }],
          ...wire,
        },
      },
    ]);
    expect(made.id).toBe(String((await recordOf(scene, `${collection}/${made.id}`)).id));
    expect(made.outputs).toMatchObject(declared);
  });

  it("is read by its id where the list does not show it", async () => {
    const scene = await startScene(definition);
    const made = await scene.create(declared);
    scene.emulator.clearRequests();
    scene.emulator.faults.add({ path: `/hubs/acme/${collection}`, status: 200, body: { data: [], page_count: 1 } });

    expect(await scene.refresh(made)).toEqual(made);
    expect(scene.emulator.requests.map(({ path }) => path)).toContain(`/hubs/acme/${collection}/${made.id}`);
  });
});

it.each([
  ["[ITP-04] of an incident", incident],
  ["[MTP-04] of a maintenance", planned],
])("%s: a title alone is enough, and a body alone, and one of them is needed", async (_, { definition }) => {
  for (const values of [{ title: "Down" }, { body: "Soon" }]) {
    const scene = await startScene(definition);
    const made = await scene.create(values);

    expect(scene.takeWrites().map(({ body: sent }) => sent)).toEqual([values]);
    expect(await scene.refresh(made)).toEqual(made);
  }
  expect(check(definition, { hub: "acme", labels: ["api"] })).toMatchObject([{ path: [] }]);
});

it("[ITP-17] a PUT holds what has changed, and the rest stays", async () => {
  const scene = await startScene(incidentTemplate);
  const values = { title: "Down", body: "Soon", labels: ["api"], incidentType: "identified" };
  const made = await scene.create(values);
  scene.takeWrites();
  const updated = await scene.update(made, { ...values, title: "Up" });

  expect(scene.takeWrites()).toEqual([{ call: "PUT incident_templates/1", body: { title: "Up" } }]);
  expect((await scene.refresh(updated)).outputs).toMatchObject({ ...values, title: "Up" });
});

it.each([
  ["[ITP-10] [ITP-18] an incident template", incident],
  ["[MTP-12] [MTP-24] a maintenance template", planned],
])("%s that stays viewable and says deleted is gone", async (_, { definition, collection }) => {
  const scene = await startScene(definition);
  const made = await scene.create(base);
  await scene.remove(made);

  expect(await recordOf(scene, `${collection}/${made.id}`)).toMatchObject({ flags: { deleted: true } });
  expect(await scene.read(made)).toBeUndefined();
});

it("[ITP-14] what the list leaves out is read from the template itself", async () => {
  const scene = await startScene(incidentTemplate);
  const made = await scene.create({ ...base, title: "Down" });
  scene.emulator.clearRequests();

  expect(await scene.refresh(made)).toEqual(made);
  expect(scene.emulator.requests.map(({ path }) => path)).toEqual([
    "/hubs/acme",
    "/hubs/acme/incident_templates",
    `/hubs/acme/incident_templates/${made.id}`,
  ]);
});

describe("check", () => {
  const paths = (definition: Definition, values: Values) =>
    check(definition, { hub: "acme", ...base, ...values }).map(({ path }) => path[0]);

  it.each([
    ["investigating", []],
    ["identified", []],
    ["monitoring", []],
    ["resolved", []],
    [null, []],
    ["update", ["incidentType"]],
  ])("[ITP-05] of the incidentType %s", (incidentType, found) => {
    expect(paths(incidentTemplate, { incidentType })).toEqual(found);
  });

  it("[ITP-06] [MTP-07] wants a list, also of one label", () => {
    for (const definition of [incidentTemplate, maintenanceTemplate]) {
      expect(paths(definition, { labels: ["api"] })).toEqual([]);
      expect(paths(definition, { labels: "api" })).toEqual(["labels"]);
    }
  });
});
