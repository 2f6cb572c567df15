import { describe, expect, it } from "vitest";
import { unknown } from "../../../model/api/form.ts";
import { incidentTemplate } from "../../../model/kinds/incident-template.ts";
import { maintenanceTemplate } from "../../../model/kinds/maintenance-template.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { compareWithRead } from "../../../provider/lifecycle/forms/compare-response.ts";
import { startMade } from "../../provider/lifecycle/scene.ts";

const problem = { path: [], reason: "a template needs a title or a body that is not empty" };

describe.each([incidentTemplate, maintenanceTemplate])("title and body of $kind", (definition) => {
  it.each([{}, { title: "" }, { title: null, body: "" }, { body: "  " }, { labels: ["a"] }])("rejects %j", (values) => {
    expect(check(definition, { hub: "acme", ...values }), "[ITP-04] [MTP-04]").toEqual([problem]);
  });

  it.each([{ title: "A" }, { body: "A" }, { title: "A", body: null }])("accepts %j", (values) => {
    expect(check(definition, { hub: "acme", ...values }), "[ITP-04] [MTP-04]").toEqual([]);
  });

  it("are not checked while unknown, and only a wrong title is reported", () => {
    for (const values of [{ title: unknown }, { title: null, body: unknown }]) {
      expect(check(definition, { hub: "acme", ...values })).toEqual([]);
    }
    expect(check(definition, { hub: "acme", title: "<b>A</b>" })).toMatchObject([{ path: ["title"] }]);
  });
});

it("a maintenance template has no incident type", () => {
  const declared = { hub: "acme", title: "A", incidentType: "resolved" };
  expect(check(maintenanceTemplate, declared), "[MTP-11]").toMatchObject([{ path: ["incidentType"] }]);
});

it("checks service statuses despite unknown ones, each service once under any name", () => {
  const paths = (serviceStatuses: unknown) =>
    check(incidentTemplate, { hub: "acme", title: "A", serviceStatuses }).map(({ path }) => path);

  expect(paths([{ service: unknown, status: "slow" }])).toEqual([["serviceStatuses", 0, "status"]]);
  expect(paths([{ service: unknown, status: "down" }, unknown])).toEqual([]);
  const [up, down] = [
    { service: 7, status: "up" },
    { service: "7", status: "down" },
  ];
  expect(paths([up, down])).toEqual([["serviceStatuses"]]);
});

describe("silence", () => {
  const { silentUpdate } = incidentTemplate.properties;
  const { silent } = maintenanceTemplate.properties;
  const flags = (value: boolean) => ({ flags: { deleted: false, silent: value } });

  it.each([
    [true, true, true],
    [true, false, false],
    [false, false, false],
    [false, true, true],
    [null, false, null],
    [null, true, true],
  ])("declared %s and flagged %s is %s", (declared, flag, value) => {
    expect(compareWithRead(silentUpdate, flags(flag), declared, {}), "[ITP-10]").toEqual({ value });
    expect(compareWithRead(silent, flags(flag), declared, {})).toEqual({ value });
  });

  it("is read from the field if there is one, and is as declared if there is neither", () => {
    expect(compareWithRead(silent, { silent: null, ...flags(false) }, false, {})).toEqual({ value: null });
    expect(compareWithRead(silent, { silent: false, ...flags(true) }, true, {})).toEqual({ value: false });
    expect(compareWithRead(silentUpdate, {}, true, {})).toEqual({ value: true });
  });
});

it.each([
  [[{}]],
  [[null]],
  [[7]],
  [[{ service: { id: 1 }, status: "up" }]],
  [[{ service_id: null, status: "up" }]],
  [[{ service_id: 1, status_name: "down" }]],
  [[{ service_id: 1, status: "down" }, 7]],
])("a response whose service statuses are %j doesn't say which services have which status", async (items) => {
  const desired = { title: "A", serviceStatuses: [{ service: "1", status: "down" }] };
  const { scene, made } = await startMade(incidentTemplate, desired);
  for (const operation of ["createIncidentTemplate", "getIncidentTemplate", "updateIncidentTemplate"] as const) {
    const id = operation === "createIncidentTemplate" ? 2 : 1;
    const body = { id, title: "A", created_at: new Date().toISOString(), flags: {}, service_statuses: items };
    scene.emulator.faults.add({ operation, status: 200, body });
  }
  const lost = await scene.create({ ...desired, title: "B" });
  expect(lost.stored.serviceStatuses).toEqual(desired.serviceStatuses);
  scene.emulator.faults.add({ operation: "listIncidentTemplates", status: 404 });
  expect(scene.changed(await scene.refresh(made), desired)).toEqual([]);
  const both = [...desired.serviceStatuses, { service: "2", status: "down" }];
  const updated = await scene.update(made, { ...desired, serviceStatuses: both });
  expect(updated.stored.serviceStatuses).toEqual(both);
});
