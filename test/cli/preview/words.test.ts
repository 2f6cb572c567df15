import { expect, it } from "vitest";
import { driftInWords } from "../../../cli/drift/words.ts";
import { renderText } from "../../../cli/report/render.ts";
import { driftOn, update } from "./steps.ts";

it("says a pattern in words", () => {
  const repeat = { interval: "weekly", options: { enabledDays: "sunday" } };
  const times = { startTime: "2026-12-06 02:00:00", endTime: "2026-12-06T04:00:00+01:00" };
  const work = { title: "Patching", ...times, repeat };
  const steps = update("Maintenance", "work", [work, { ...work, repeat: null }, work]);
  const report = driftOn(steps);
  expect(report.counts).toMatchObject({ overwritten: 1, different: 0 });
  expect(renderText(driftInWords(report))).toContain("        recurrence: nothing instead of weekly on Sunday\n");
});
