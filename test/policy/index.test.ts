import type { Policies } from "@pulumi/policy";
import * as pulumi from "@pulumi/pulumi";
import { expect, expectTypeOf, test } from "vitest";
import { findViolations, type PolicyResource, policies } from "../../policy/index.ts";
import { kindOf } from "../../policy/resource.ts";
import { definitions } from "../../provider/resources/index.ts";
import * as statushub from "../../sdk/index.ts";
import { nativeTypeOf, typeOf } from "../../sdk/resource.ts";

const resource = (
  kind: string,
  props: PolicyResource["props"],
  more: Partial<PolicyResource> = {},
): PolicyResource => ({
  type: nativeTypeOf(kind),
  name: "it",
  props,
  ...more,
});

const secret = (value: unknown) => ({ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value });
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const hook = "https://hooks.example/T0/B0/x";

test("the policies are what @pulumi/policy takes", () => {
  expectTypeOf(policies()).toExtend<Policies>();
  expect(new Set(policies().map(({ name }) => name)).size).toBe(5);
});

test.each(Object.keys(definitions))("%s is covered on the dynamic and on the native way", (kind) => {
  expect([kindOf({ type: typeOf(kind) }), kindOf({ type: nativeTypeOf(kind) })]).toEqual([kind, kind]);
  expect(kindOf({ type: `aws:s3:${kind}` })).toBeUndefined();
});

const api = resource("Service", { name: "API", customId: "api" }, { id: "7" });
const of = (service: unknown) => ({ title: "Down", serviceStatuses: [{ service, status: "down" }] });
const week = { title: "Patching", startTime: "2026-12-06T00:00:00Z", endTime: "2026-12-13T00:00:00Z" };

test.each<[string, PolicyResource[], string[]]>([
  ["a service without a customId", [resource("Service", { name: "API" })], ["statushub-service-custom-id"]],
  ["a service with an empty customId", [resource("Service", { customId: " " })], ["statushub-service-custom-id"]],
  ["a customId that is not known yet", [resource("Service", { customId: unknown })], []],
  ["an address that is not secret", [resource("Subscription", { address: hook })], ["statushub-address-secret"]],
  ["an address that is secret", [resource("Subscription", { address: secret(hook) })], []],
  ["an address that is not known yet", [resource("Subscription", { address: unknown })], []],
  [
    "an address in the label",
    [resource("Subscription", { address: secret(hook), label: `on call ${hook}` })],
    ["statushub-address-secret"],
  ],
  [
    "an address in another record",
    [resource("Subscription", { address: secret(hook) }), resource("Maintenance", { body: `See ${hook}.` })],
    ["statushub-address-secret"],
  ],
  ["a maintenance of a week", [resource("Maintenance", week)], ["statushub-maintenance-window"]],
  ["a maintenance of 480 minutes", [resource("Maintenance", { ...week, endTime: "2026-12-06 08:00:00" })], []],
  [
    "a maintenance of 481 minutes",
    [resource("Maintenance", { ...week, endTime: "2026-12-06 08:01:00" })],
    ["statushub-maintenance-window"],
  ],
  ["a maintenance whose end is not known yet", [resource("Maintenance", { ...week, endTime: unknown })], []],
  ["a template of 481 minutes", [resource("MaintenanceTemplate", { duration: 481 })], ["statushub-maintenance-window"]],
  ...["TODO: name it", "Lorem ipsum dolor", "Outage of {{service}}", "test 1", "Untitled"].map(
    (title): [string, PolicyResource[], string[]] => [
      `the title "${title}"`,
      [resource("IncidentTemplate", { title })],
      ["statushub-title-placeholder"],
    ],
  ),
  ["the title of a test that is planned", [resource("Maintenance", { title: "Load test of the payments" })], []],
  ["a template with a service of the program", [api, resource("IncidentTemplate", of("7"))], []],
  ["a template with a bare id", [api, resource("IncidentTemplate", of(8))], ["statushub-template-services"]],
  ["a template with a service that is not created yet", [api, resource("MaintenanceTemplate", of(unknown))], []],
  [
    "a template that depends on the service that it names",
    [
      resource("IncidentTemplate", of("9"), {
        propertyDependencies: { serviceStatuses: [{ type: typeOf("Service") }] },
      }),
    ],
    [],
  ],
  [
    "resources of another package",
    [{ type: "aws:s3:Bucket", name: "it", props: { title: "TODO", address: hook } }],
    [],
  ],
])("judges %s", (_, resources, broken) => {
  expect(findViolations(resources).map(({ policy }) => policy)).toEqual(broken);
});

test("a longer maintenance is allowed where the settings say so", () => {
  expect(findViolations([resource("Maintenance", week)], { maxMinutes: 7 * 24 * 60 })).toEqual([]);
});

test("a program under Pulumi's mocks can be judged as it is", async () => {
  const resources: PolicyResource[] = [];
  await pulumi.runtime.setMocks({
    call: () => ({}),
    newResource: ({ type, name, inputs }) => {
      const id = String(100 + resources.length);
      resources.push({ type, name, id, props: inputs });
      return { id, state: inputs };
    },
  });
  const web = new statushub.Service("web", { hub: "acme", groupId: 1, name: "TODO" });
  const serviceStatuses = [{ service: web, status: "down" as const }];
  new statushub.IncidentTemplate("down", { hub: "acme", title: "Down", serviceStatuses });
  new statushub.Subscription("team", { hub: "acme", method: "slack", address: hook, services: [web] });
  await pulumi.runtime.disconnect();

  expect(findViolations(resources).map(({ policy, resource }) => [policy, resource.name])).toEqual([
    ["statushub-service-custom-id", "web"],
    ["statushub-title-placeholder", "web"],
  ]);
});
