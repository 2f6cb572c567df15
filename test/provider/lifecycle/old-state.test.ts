import { expect, test } from "vitest";
import { incidentTemplate } from "../../../kinds/incident-template.ts";
import { bodyOf } from "../../../provider/lifecycle/body.ts";
import { compare, findWire } from "../../../provider/lifecycle/compare.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { outputsOfRead } from "../../../provider/lifecycle/outputs.ts";

/** As no version of this package has written it, but one might. */
const strange = { hub: "acme", hubId: "1", title: { en: "Down" }, serviceStatuses: [null] };
const record = { id: 1, title: "Down", service_statuses: [{ service_id: 1, status: "up" }], flags: {} };

test("what a state holds in a form that is not known is read as what is live", () => {
  expect(outputsOfRead({ definition: incidentTemplate, record, hubId: "1" }, strange)).toMatchObject({
    title: "Down",
    serviceStatuses: [{ service: "1", status: "up" }],
  });
});

test("it is another value than any that a program declares, and is cleared when the program drops it", () => {
  const desired = { hub: "acme", title: "Down" };
  expect(diff(incidentTemplate, strange, desired).changed).toEqual(["title", "serviceStatuses"]);
  expect(bodyOf(compare(incidentTemplate, strange, desired)).body).toEqual({ title: "Down", service_statuses: [] });
});

test("a value has a wire form where its schema takes it", () => {
  const { title, labels } = incidentTemplate.properties;
  expect([findWire(title, null), findWire(title, "Down"), findWire(title, 7)]).toEqual([null, "Down", undefined]);
  expect([findWire(labels, []), findWire(labels, undefined)]).toEqual([[], undefined]);
});
