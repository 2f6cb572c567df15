import { expect, it } from "vitest";
import { createPlaces } from "../../../cli/keep/places.ts";
import { Program } from "../../../cli/keep/program.ts";
import { plannedChanges } from "../../../cli/report/planned.ts";
import { update } from "../preview/steps.ts";

it("takes a place at which several stacks declare a resource for one of several resources", () => {
  const declaration = { kind: "Service", name: "api", line: 2 };
  const program = new Program([{ path: "index.ts", declarations: [declaration] }], { areAll: true, isOrdered: true });
  const steps = update("Service", "api", [{ name: "API" }, { name: "Web" }, { name: "API" }]);
  const staging = steps.map((step) => ({ ...step, urn: step.urn.replace(":prod:", ":staging:") }));
  const [change] = plannedChanges("prod", steps);
  if (change === undefined) throw new Error("Nothing is planned.");
  const place = { sourcePosition: { path: "index.ts", line: 2 }, declaration };
  expect(createPlaces([{ steps }], program)(change)).toEqual({ ...place, isShared: false });
  expect(createPlaces([{ steps }, { steps: staging }], program)(change)).toEqual({ ...place, isShared: true });
});
