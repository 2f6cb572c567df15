import { describe, expect, it } from "vitest";
import { type Declared, type Stored, unknown } from "../../../model/api/form.ts";
import { incidentTemplate } from "../../../model/kinds/incident-template.ts";
import { maintenance } from "../../../model/kinds/maintenance.ts";
import { service } from "../../../model/kinds/service.ts";
import { subscription } from "../../../model/kinds/subscription.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { deployedEnd } from "../../../provider/lifecycle/forms/end.ts";
import { planUpdate } from "../../../provider/lifecycle/forms/plan.ts";
import { readState } from "../../../provider/lifecycle/forms/state.ts";
import { describePast, previewOfCreate, previewOfUpdate } from "../../../provider/lifecycle/preview.ts";
import { contextOf } from "./context.ts";

const api = { groupId: 1, name: "API", customId: "api" };
const between = (olds: Stored, declared: Declared) =>
  diff(service, readState({ ...api, ...olds }), { ...api, ...declared });

describe("the old record is deleted before the new one is created", () => {
  it.each<[string, Declared, boolean]>([
    ["has the same identity", {}, true],
    ["has another identity", { customId: "web" }, false],
    ["has no identity", { customId: null }, false],
  ])("if the new one %s: %s", (_, declared, first) => {
    expect(between({ hub: "acme" }, { hub: "acme", ...declared }).deleteBeforeReplace).toBe(first);
  });

  it.each([null, undefined])("but not if neither has an identity: %s", (customId) => {
    expect(between({ customId }, { customId }).deleteBeforeReplace).toBe(false);
  });

  it("but not if it is on another hub", () => {
    expect(diff(service, readState(api), api, { hub: "other" }).deleteBeforeReplace).toBe(false);
  });
});

it("what was deployed of a maintenance is over also in a plan, which masks it", () => {
  const times = { startTime: "2026-12-06T02:00:00Z", endTime: "2026-12-06T03:00:00Z" };
  const planned = { ...times, __declared: Object.keys(times), __deployed: "[secret]" };
  expect(deployedEnd(maintenance, readState(planned), Date.UTC(2026, 11, 7))).toBe("over");
});

it.each(["startTime", "endTime", "repeat"])(
  "UNK-1: no other record replaces a maintenance that is over while its %s isn't known yet, also on another hub",
  (name) => {
    const times = { startTime: "2026-12-06T02:00:00Z", endTime: "2026-12-06T03:00:00Z" };
    const state = readState({ ...times, __declared: Object.keys(times) });
    const plan = planUpdate(
      maintenance,
      { state, declared: { ...times, [name]: unknown }, page: [] },
      Date.UTC(2026, 11, 7),
    );
    const difference = diff(maintenance, state, { ...times, [name]: unknown }, { hub: "other", plan });
    expect(difference).toMatchObject({ changed: ["hub", name], replaces: [] });
  },
);

it("accepts the mark of a deleted record only if the kind can be restored", () => {
  const sms = { hub: "acme", method: "sms", address: "1", services: "all", deleted: true };

  expect(check(subscription, sms)).toEqual([]);
  expect(check(incidentTemplate, { hub: "acme", title: "A", deleted: true })).toMatchObject([{ path: ["deleted"] }]);
});

it("shows null in a preview as the value that it is, and what the API sets as unknown", () => {
  const declared = { hub: "acme", groupId: 1, name: "API", description: null };
  expect(previewOfCreate(service, declared)).toMatchObject({ description: null, publicName: unknown, token: unknown });
  const stored: Stored = { ...declared, description: "Old", publicName: "Old", __declared: ["name", "description"] };
  expect(previewOfUpdate(service, readState(stored), declared)).toMatchObject({ description: null, publicName: "Old" });
});

it.each(["startTime", "endTime", "repeat"])(
  "says nothing of the dates of a maintenance whose %s isn't known yet",
  (name) => {
    const times = { startTime: "2026-12-06T02:00:00Z", endTime: "2026-12-06T03:00:00Z" };
    const repeat = { interval: "weekly", endOn: "2026-12-14T00:00:00Z" };
    const declared = { hub: "acme", title: "Patching", ...times, repeat };
    const now = Date.UTC(2026, 11, 20);
    const context = contextOf(maintenance);
    describePast(context, { ...declared, [name]: unknown }, now);
    expect(context.said).toEqual([]);
    describePast(context, declared, now);
    expect(context.said).toEqual([expect.stringMatching(/SH4013/)]);
  },
);
