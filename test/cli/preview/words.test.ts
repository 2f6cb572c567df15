import { expect, it } from "vitest";
import { driftInWords } from "../../../cli/drift/words.ts";
import type { Item } from "../../../cli/preview/item.ts";
import type { Step } from "../../../cli/project/pulumi-preview.ts";
import { renderText } from "../../../cli/report/render.ts";
import { definitions } from "../../../model/kinds/index.ts";
import { create, driftOn, maintenance, reportOn, state, textOf, unknown, update, urn } from "./steps.ts";

it("shows each change that it counts, of whatever kind", () => {
  const page = Object.keys(definitions).map(
    (kind): Item => ({ stack: "prod", kind, name: "it", id: "", label: `The ${kind}`, change: "appears" }),
  );
  const hub = {
    hub: "acme",
    page,
    subscribers: [],
    editors: [],
    overwritten: [],
    interrupted: [],
    messages: [],
    unknown: [],
  };
  const text = textOf({ ...reportOn([]), changes: true, hubs: [hub] });
  expect(page.filter(({ label }) => !text.includes(`"${label}"`))).toEqual([]);
});

it("begins with the first date of a series that is left", () => {
  const repeat = { interval: "weekly", endOn: "2027-01-31T00:00:00Z" };
  const week = 7 * 86_400_000;
  const [draft, published] = ["draft", "published"].map((shown) => maintenance({ repeat, state: shown }));
  const outputs = { ...draft, recordId: "9", __occurrences: { 7: 0, 8: week, 9: 2 * week } };
  const publishing: Step = {
    ...{ op: "update", urn: urn("Maintenance", "work"), detailedDiff: { state: {} } },
    ...{ oldState: { ...state({ ...draft }), outputs }, newState: state({ ...published }) },
  };
  expect(reportOn([publishing]).hubs[0]?.page[0]?.schedule?.next?.[0]).toBe("2026-12-20T02:00:00Z");
});

it("tells from their resources which new services a new maintenance and a new subscription share", () => {
  const services = ["api", "web"].map((name) => create("Service", name, { name, groupId: 1 }));
  const of = (property: string, ...names: string[]) => ({ [property]: names.map((name) => urn("Service", name)) });
  const announcedTo = (statuses: unknown[], affected: string[], selected: string[]) => {
    const serviceStatuses = statuses.map((service) => ({ service, status: "down" }));
    const steps = [
      ...services,
      create("Maintenance", "work", maintenance({ serviceStatuses }), of("serviceStatuses", ...affected)),
      create(
        ...(["Subscription", "team"] as const),
        { method: "email", address: "[secret]", services: [unknown] },
        of("services", ...selected),
      ),
    ];
    const [message] = reportOn(steps).hubs[0]?.messages ?? [];
    return [message?.dependsOnOrder, message?.unclear, message?.reason];
  };
  expect(announcedTo([unknown], ["api"], ["api"])).toEqual([1, 0, null]);
  expect(announcedTo([unknown], ["api"], ["web"])).toEqual([0, 0, "no-subscription"]);
  expect(announcedTo([unknown, unknown], ["api", "web"], ["web"])).toEqual([1, 0, null]);
  expect(announcedTo([unknown], ["api", "web"], ["web"])).toEqual([0, 1, null]);
  expect(announcedTo(["7"], [], ["web"])).toEqual([0, 0, "no-subscription"]);
});

it("says a pattern in words", () => {
  const repeat = { interval: "weekly", options: { enabledDays: "sunday" } };
  const work = maintenance({ repeat });
  const steps = update("Maintenance", "work", [work, { ...work, repeat: null }, work]);
  const report = driftOn(steps);
  expect(report.counts).toMatchObject({ overwritten: 1, different: 0 });
  expect(renderText(driftInWords(report))).toContain("        recurrence: nothing instead of weekly on Sunday\n");
});
