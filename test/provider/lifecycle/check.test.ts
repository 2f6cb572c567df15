import { expect, test } from "vitest";
import { unknown } from "../../../model/api/form.ts";
import { incidentTemplate } from "../../../model/kinds/incident-template.ts";
import { maintenance } from "../../../model/kinds/maintenance.ts";
import { service } from "../../../model/kinds/service.ts";
import { subscription } from "../../../model/kinds/subscription.ts";
import { check } from "../../../provider/lifecycle/check.ts";

const template = { hub: "acme", title: "Down" };

test("a failure inside a list shows the value at its own place", () => {
  const serviceStatuses = [
    { service: "1", status: "up" },
    { service: "2", status: "maintenance" },
  ];
  expect(check(incidentTemplate, { ...template, serviceStatuses })).toEqual([
    {
      path: ["serviceStatuses", 1, "status"],
      reason: "must be one of up, degraded-performance, down",
      got: "maintenance",
    },
  ]);
});

test("only an unexpected key is reported, and a missing one as required", () => {
  const serviceStatuses = [{ service: "1", status: "up", since: "today", until: "then" }, { service: "2" }];
  const reason = "isn't a property here. The value must be { service, status }. [SH2002]";
  expect(check(incidentTemplate, { ...template, serviceStatuses })).toEqual([
    { path: ["serviceStatuses", 0, "since"], reason },
    { path: ["serviceStatuses", 0, "until"], reason },
    {
      path: ["serviceStatuses", 1, "status"],
      reason: "is required: must be one of up, degraded-performance, down",
    },
  ]);
});

test("a date is not a time, and the reason shows the form of one", () => {
  const times = { startTime: new Date(0), endTime: "2026-12-06T03:00:00Z" };
  const failures = check(maintenance, {
    hub: "acme",
    title: "Patching",
    ...times,
    serviceStatuses: [{ service: "1", status: "up" }],
  });
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
    "isn't a property of Service. Properties: hub, adopt, groupId, name, publicName, description, customId. [SH2002]",
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
