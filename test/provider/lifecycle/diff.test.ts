import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { unknown } from "../../../provider/lifecycle/unknown.ts";
import type { Values } from "../../../provider/resources/define.ts";
import { incidentTemplate } from "../../../provider/resources/incident-template.ts";
import { service } from "../../../provider/resources/service.ts";
import { subscription } from "../../../provider/resources/subscription.ts";

const api = { groupId: 1, name: "API", customId: "api" };
const acme = { id: "1", subdomain: "acme" };
const between = (olds: Values, news: Values) => diff(service, { ...api, ...olds }, { ...api, ...news });

describe("the hub of a child", () => {
  it.each<[string, Values, Values, "same" | "renamed" | "other"]>([
    ["the same Hub", { hub: acme, hubId: "1" }, { hub: acme }, "same"],
    ["the same subdomain", { hub: "acme", hubId: "1" }, { hub: "acme" }, "same"],
    ["a renamed Hub", { hub: acme, hubId: "1" }, { hub: { id: "1", subdomain: "acme-status" } }, "renamed"],
    [
      "a Hub that is about to be renamed",
      { hub: acme, hubId: "1" },
      { hub: { id: "1", subdomain: unknown } },
      "renamed",
    ],
    ["another Hub", { hub: acme, hubId: "1" }, { hub: { id: "2", subdomain: "globex" } }, "other"],
    [
      "another hub that took over the subdomain",
      { hub: acme, hubId: "1" },
      { hub: { id: "2", subdomain: "acme" } },
      "other",
    ],
    ["another subdomain", { hub: "acme", hubId: "1" }, { hub: "globex" }, "other"],
    ["a hub that is not known yet", { hub: "acme", hubId: "1" }, { hub: unknown }, "other"],
    ["a Hub in place of its subdomain", { hub: "acme", hubId: "1" }, { hub: acme }, "same"],
    ["a subdomain in place of its Hub", { hub: acme, hubId: "1" }, { hub: "acme" }, "same"],
  ])("%s", (_, olds, news, verdict) => {
    expect(between(olds, news)).toEqual({
      changed: verdict === "same" ? [] : ["hub"],
      replaces: verdict === "other" ? ["hub"] : [],
      deleteBeforeReplace: verdict !== "other",
    });
  });
});

describe("the old record goes before the new one", () => {
  it.each<[string, Values, boolean]>([
    ["has the same identity", {}, true],
    ["has another identity", { customId: "web" }, false],
    ["has no identity", { customId: null }, false],
  ])("if the new one %s: %s", (_, news, first) => {
    expect(between({ hub: "acme" }, { hub: "acme", ...news }).deleteBeforeReplace).toBe(first);
  });
});

it("hands the mark of a deleted record back only where there is a restore", () => {
  const sms = { hub: "acme", method: "sms", address: "1", services: "all", deleted: true };

  expect(check(subscription, sms)).toEqual([]);
  expect(check(incidentTemplate, { hub: "acme", title: "A", deleted: true })).toMatchObject([{ path: ["deleted"] }]);
});
