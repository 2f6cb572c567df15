import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import { observe } from "../../../provider/lifecycle/observe.ts";
import { unknown } from "../../../provider/lifecycle/unknown.ts";
import { incidentTemplate } from "../../../provider/resources/incident-template.ts";
import { maintenanceTemplate } from "../../../provider/resources/maintenance-template.ts";

const titleOrBody = { path: [], reason: "a template needs a title or a body that is not empty" };

describe.each([incidentTemplate, maintenanceTemplate])("title and body of $kind", (definition) => {
  it.each([{}, { title: "" }, { title: null, body: "" }, { body: "  " }, { labels: ["a"] }])("refuses %j", (values) => {
    expect(check(definition, { hub: "acme", ...values })).toEqual([titleOrBody]);
  });

  it.each([
    { title: "A" },
    { body: "A" },
    { title: "A", body: null },
    { title: unknown },
    { title: null, body: unknown },
  ])("takes %o", (values) => {
    expect(check(definition, { hub: "acme", ...values })).toEqual([]);
  });

  it("says of a wrong title only that", () => {
    expect(check(definition, { hub: "acme", title: "<b>A</b>" })).toMatchObject([{ path: ["title"] }]);
  });
});

describe("service statuses", () => {
  const paths = (serviceStatuses: unknown) =>
    check(incidentTemplate, { hub: "acme", title: "A", serviceStatuses }).map(({ path }) => path);

  it("skips an unknown service and checks the status beside it", () => {
    expect(paths([{ service: unknown, status: "slow" }])).toEqual([["serviceStatuses", 0, "status"]]);
    expect(paths([{ service: unknown, status: "down" }, unknown])).toEqual([]);
    expect(paths(unknown)).toEqual([]);
  });

  it("refuses two statuses for one service, however it is named", () => {
    const twice = [
      { service: 7, status: "up" },
      { service: "7", status: "down" },
    ];
    expect(paths(twice)).toEqual([["serviceStatuses"]]);
  });
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
    expect(observe(silentUpdate, flags(flag), { declared })).toEqual({ value });
    expect(observe(silent, flags(flag), { declared })).toEqual({ value });
  });

  it("is read from the field where there is one", () => {
    expect(observe(silent, { silent: null, ...flags(false) }, { declared: false })).toEqual({ value: null });
    expect(observe(silent, { silent: false, ...flags(true) }, { declared: true })).toEqual({ value: false });
  });

  it("is not told by an answer without flags", () => {
    expect(observe(silentUpdate, {}, { declared: true })).toEqual({ value: true });
  });
});
