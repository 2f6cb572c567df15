import { expect, test } from "vitest";
import { incidentTemplate } from "../../../model/kinds/incident-template.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { compare } from "../../../provider/lifecycle/forms/compare.ts";
import { storedAfterRead } from "../../../provider/lifecycle/forms/stored.ts";
import { wireOf } from "../../../provider/lifecycle/forms/wire.ts";

/** A state that no version of this package has written, but one might. */
const strange = { hub: "acme", hubId: "1", title: { en: "Down" }, serviceStatuses: [null] };
const record = { id: 1, title: "Down", service_statuses: [{ service_id: 1, status: "up" }], flags: {} };

test("a state value in an unknown form is read as the live value", () => {
  expect(
    storedAfterRead({ definition: incidentTemplate, live: record, collection: { hub: { id: "1" } } }, strange),
  ).toMatchObject({
    title: "Down",
    serviceStatuses: [{ service: "1", status: "up" }],
  });
});

test("a state value in an unknown form differs from every declaration, and is cleared when the program drops it", () => {
  const declared = { hub: "acme", title: "Down" };
  expect(diff(incidentTemplate, strange, declared).changed).toEqual(["title", "serviceStatuses"]);
  expect(wireOf(compare(incidentTemplate, strange, declared)).wire).toEqual({ title: "Down", service_statuses: [] });
});
