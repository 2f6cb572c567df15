import { expect, test } from "vitest";
import { checkRequest } from "../../../cli/probe/permissions.ts";
import { idParameter, type KindName, kindNames, kinds, unusedId } from "../../../cli/probe/probed-kinds.ts";
import type { Operation } from "../../../model/api/operation.ts";
import { operations } from "../../../model/kinds/operations.ts";

const mark = "pulumi-statushub-probe-1-a";
const permissions = { hub: "acme", asksForRoles: false, mark, isOurs: (_: KindName, id: string) => id === "7" };

const send = (operation: Operation, params: Record<string, string>, body?: object) => () =>
  checkRequest({ operation, params: { subdomain: "acme", ...params }, body: body as never }, permissions);

const draft = { title: mark, state: "draft", silent: true };
const webhook = { label: mark, method_name: "webhook", address: `https://${mark}.invalid/` };

test("[PRB-1] admits GETs, marked creates, and writes of own or unused records", () => {
  for (const operation of Object.values(operations) as Operation[])
    if (operation.method === "GET") expect(send(operation, { subdomain: "other" })).not.toThrow();
  expect(send(operations.createMaintenance, {}, draft)).not.toThrow();
  expect(send(operations.createSubscription, {}, webhook)).not.toThrow();
  for (const kind of kindNames)
    for (const id of ["7", unusedId])
      expect(send(kinds[kind].operations.delete, { [idParameter(kind)]: id })).not.toThrow();
});

test("[PRB-1] on any hub, only admits empty updates of unused records, and only when asked for the role", () => {
  const check =
    (asksForRoles: boolean, operation: Operation, id: string, body: Record<string, string> = {}) =>
    () =>
      checkRequest(
        { operation, params: { subdomain: "other", incident_template_id: id, service_id: id }, body },
        { ...permissions, asksForRoles },
      );
  for (const operation of [operations.updateIncidentTemplate, operations.updateService]) {
    expect(check(true, operation, unusedId)).not.toThrow();
    expect(check(false, operation, unusedId)).toThrow("not on this hub");
    expect(check(true, operation, "7")).toThrow("not on this hub");
    expect(check(true, operation, unusedId, { name: mark })).toThrow("not on this hub");
  }
  expect(check(true, operations.deleteService, unusedId)).toThrow("not on this hub");
});

test("[PRB-1] throws for every other record, hub and kind", () => {
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    if (operation.method === "GET") continue;
    const ids = Object.fromEntries([...operation.path.matchAll(/\{(\w+_id)\}/g)].map(([, id = ""]) => [id, "8"]));
    // Somebody else's record, a body without a mark, and another hub.
    expect(send(operation, ids, { title: "Mine" }), name).toThrow(/^probe must not send/);
    const own = Object.fromEntries(Object.keys(ids).map((id) => [id, "7"]));
    expect(send(operation, { ...own, subdomain: "other" }, draft), name).toThrow("not on this hub");
    if (/^(Hub|Incident|IncidentUpdate|AccessRestriction\w*)$/.test(name.replace(/^[a-z]+/, "")))
      expect(send(operation, own, { ...draft, ...webhook }), name).toThrow("never written");
  }
});

test.each<[string, Operation, object]>([
  ["a published maintenance", operations.createMaintenance, { ...draft, state: "published" }],
  ["a maintenance without a state", operations.createMaintenance, { title: mark, silent: true }],
  ["a maintenance that isn't silent", operations.createMaintenance, { ...draft, silent: false }],
  ["an update without state", operations.updateMaintenance, { title: mark, silent: true }],
  ["extra notifications", operations.updateMaintenance, { ...draft, event_notifications: [] }],
  ["a subscriber with any subscriptions", operations.createSubscriber, { idp_id: mark }],
  ["an email", operations.createSubscription, { ...webhook, method_name: "email" }],
  ["an address that exists", operations.createSubscription, { ...webhook, address: "https://hooks.example.com/" }],
  ["a host that only begins like it", operations.updateSubscription, { address: "https://a.invalid.example.com/" }],
  ["a user name that looks like it", operations.updateSubscription, { address: "https://a.invalid@example.com/" }],
  ["a change to sms", operations.updateSubscription, { method_name: "sms" }],
])("[PRB-1] throws for %s", (_, operation, body) => {
  expect(send(operation, { maintenance_id: "7", subscription_id: "7" }, body)).toThrow(/^probe must not send/);
});
