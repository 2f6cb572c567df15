import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { definitions } from "../../../model/kinds/index.ts";
import schema from "../../../model/page/page.schema.json" with { type: "json" };
import type { Schema } from "../../../model/page/schema.ts";

test.each(Object.entries(definitions))(
  "has every property of %s, except those that follow from its place",
  (kind, definition) => {
    const records: Readonly<Record<string, Schema>> = schema.$defs;
    const { properties = {}, required = [] } = records[kind] ?? {};
    const own = kind === "Hub" ? [] : ["adopt", "was"];
    const names = Object.keys(definition.properties).filter((name) => name !== "groupId");
    expect(Object.keys(properties).sort()).toEqual([...own, ...names].sort());
    expect([...required].sort()).toEqual(names.filter((name) => definition.properties[name]?.required).sort());
  },
);

describe("an editor", () => {
  const parsed = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  const placeOf = (page: object) =>
    parsed.safeParse({ hub: { subdomain: "acme" }, ...page }).error?.issues[0]?.path.join(".");

  it.each([
    [{ groups: { web: { id: 1, services: { shop: { name: "Shop" } } } } }, undefined],
    [{ groups: { web: { id: { config: "group" } } } }, undefined],
    [{ incidentTemplates: { down: { title: null, body: "A", serviceStatuses: { shop: "down" } } } }, undefined],
    [{ incidentTemplates: { down: { serviceStatuses: [{ service: "shop", status: "down" }] } } }, undefined],
    [{ subscriptions: { team: { method: "sms", address: { config: "a" }, services: "all" } } }, undefined],
    [{ subscriptions: { team: { method: "sms", address: "1", services: ["shop", 7] } } }, undefined],
    [{ groups: { web: { services: {} } } }, "groups.web.id"],
    [{ groups: { web: { id: 1, services: { shop: { groupId: 1 } } } } }, "groups.web.services.shop.name"],
    [{ incidentTemplates: { down: { incidentType: "open" } } }, "incidentTemplates.down.incidentType"],
    [{ service: {} }, ""],
  ])("sees whether %j is valid", (page, place) => {
    expect(placeOf(page)).toBe(place);
  });
});
