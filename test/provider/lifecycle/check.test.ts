import { expect, test } from "vitest";
import { unknown } from "../../../model/api/form.ts";
import { incidentTemplate } from "../../../model/kinds/incident-template.ts";
import { maintenance } from "../../../model/kinds/maintenance.ts";
import { service } from "../../../model/kinds/service.ts";
import { subscription } from "../../../model/kinds/subscription.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { patching } from "../../model/kinds/patching.ts";

test("a failure inside a list has its own place; an unexpected key is reported alone, and a missing one as required", () => {
  const serviceStatuses = [
    { service: "1", status: "maintenance" },
    { service: "2", status: "up", since: "today", until: "then" },
    { service: "3" },
  ];
  const names = "must be one of up, degraded-performance, down";
  const reason = "isn't a property here. The value must be { service, status }. [SH2002]";
  expect(check(incidentTemplate, { hub: "acme", title: "Down", serviceStatuses })).toEqual([
    { path: ["serviceStatuses", 0, "status"], reason: names, got: "maintenance" },
    { path: ["serviceStatuses", 1, "since"], reason },
    { path: ["serviceStatuses", 1, "until"], reason },
    { path: ["serviceStatuses", 2, "status"], reason: `is required: ${names}` },
  ]);
});

test("a date is not a time, and the reason shows the form of one", () => {
  const failures = check(maintenance, { ...patching, startTime: new Date(0) });
  expect(failures).toMatchObject([{ path: ["startTime"], reason: expect.stringContaining('such as "2026-12-06T') }]);
});

const withHub = (hub: unknown) => check(service, { hub, name: "API", groupId: 1 });

test.each([
  unknown,
  "2024-1",
  { id: "17" },
  { id: unknown },
  { subdomain: "17" },
  { id: "3", subdomain: "2024" },
  { id: "1", subdomain: unknown },
  { id: unknown, subdomain: "acme" },
])("a hub may be given by its ID or its subdomain, known or not: %o", (hub) => {
  expect(withHub(hub)).toEqual([]);
});

test.each([
  [{ id: unknown, subdomain: "Acme" }, "Acme"],
  [{ id: "acme" }, { id: "acme" }],
  [{ id: 17 }, { id: 17 }],
])("a hub is checked despite unknown parts: %o", (hub, got) => {
  const reason = 'must be a Hub or its subdomain, such as "acme": two or more of a-z, 0-9, - and _. [SH2003]';
  expect(withHub(hub)).toEqual([{ path: ["hub"], reason, got }]);
});

test("a number as the hub is rejected: it may be the ID of one hub and the subdomain of another", () => {
  expect(withHub("17")).toEqual([
    {
      path: ["hub"],
      reason:
        'must be a Hub or its subdomain; "17" may be an ID. Pass the Hub itself, or write { id: "17" } or { subdomain: "17" }. [SH2003]',
    },
  ]);
});

test.each([
  ["customid", 'isn\'t a property of Service. Did you mean "customId"? [SH2002]'],
  ["group_id", 'isn\'t a property of Service. Did you mean "groupId"? [SH2002]'],
  [
    "color",
    `isn't a property of Service. Properties: hub, adopt, ${Object.keys(service.properties).join(", ")}. [SH2002]`,
  ],
])("a property that doesn't exist gets a suggestion, or the list: %s", (name, reason) => {
  expect(check(service, { hub: "acme", groupId: 1, name: "API", [name]: "x" })).toEqual([{ path: [name], reason }]);
});

test.each([
  [subscription, "methodName", "method"],
  [subscription, "services_selection", "services"],
  [maintenance, "eventRepeat", "repeat"],
])("$1, the name in the API, gets a suggestion of ours, $2", (definition, name, property) => {
  const failure = check(definition, { hub: "acme", [name]: "x" }).find(({ path }) => path[0] === name);
  expect(failure?.reason).toBe(`isn't a property of ${definition.kind}. Did you mean "${property}"? [SH2002]`);
});
