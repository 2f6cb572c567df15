import type { Policies } from "@pulumi/policy";
import * as pulumi from "@pulumi/pulumi";
import { expect, expectTypeOf, test } from "vitest";
import { definitions } from "../../../model/kinds/index.ts";
import { nativeTypeOf, dynamicTypeOf as typeOf } from "../../../provider/resource-type.ts";
import * as statushub from "../../../sdk/index.ts";
import { findViolations, type PolicyResource, policies } from "../../../sdk/policy/index.ts";
import { kindOf } from "../../../sdk/policy/resource.ts";

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

test("the policies are valid for @pulumi/policy", () => {
  expectTypeOf(policies()).toExtend<Policies>();
  expect(new Set(policies().map(({ name }) => name)).size).toBe(5);
});

test.each(Object.keys(definitions))("%s is covered with the dynamic and with the native provider", (kind) => {
  expect([kindOf({ type: typeOf(kind) }), kindOf({ type: nativeTypeOf(kind) })]).toEqual([kind, kind]);
  expect(kindOf({ type: `aws:s3:${kind}` })).toBeUndefined();
});

const api = resource("Service", { name: "API", customId: "api" }, { id: "7" });
const of = (service: unknown) => ({ title: "Down", serviceStatuses: [{ service, status: "down" }] });
const services = (...names: string[]) => ({
  propertyDependencies: { serviceStatuses: names.map((name) => ({ type: nativeTypeOf("Service"), urn: name })) },
});
const [onOne, onTwo] = [services("one"), services("one", "two")];
const week = { title: "Patching", startTime: "2026-12-06T00:00:00Z", endTime: "2026-12-13T00:00:00Z" };

const email = "ops@acme.example";
const phone = "+49 170 1234567";
const methodOf = (address: string) =>
  address.startsWith("http") ? "webhook" : address.includes("@") ? "email" : "sms";

const leaks: [what: string, address: string, text: string, property?: string][] = [
  ["a webhook", hook, `See ${hook}.`],
  ["a webhook between labels", hook, hook, "labels"],
  ["a webhook in another case", hook, "HTTPS://Hooks.Example/t0/b0/X"],
  ["a webhook with a query", hook, `${hook}?retry=1`],
  ["a webhook in a link", hook, `<a href="${hook}/">here</a>`],
  ["a webhook with an escaped query", `${hook}?a=1&b=2`, `<a href="${hook}?a=1&amp;b=2">here</a>`],
  ["a webhook with a query in numbers", `${hook}?a=1&b=2`, `<a href="${hook}?a=1&#38;b&#x3D;2">here</a>`],
  ["a webhook in another link", hook, `<a href="https://go.example/?to=${encodeURIComponent(hook)}">here</a>`],
  ["an email address in HTML between labels", email, email.replace("@", "&#64;"), "labels"],
  ["a webhook without its scheme", hook, "Post to hooks.example/T0/B0/x, please"],
  ["an email address between labels", email, email, "labels"],
  ["an email address in another case", email, "Ops@Acme.example", "labels"],
  ["a phone number between labels", phone, "on call: +491701234567", "labels"],
];

const sound: [what: string, address: string, text: string, property?: string][] = [
  ["a public contact", email, `Write to ${email}.`],
  ["a hotline", phone, `Call ${phone}.`],
  ["a product that begins like a webhook", "https://acme.example", "https://acme.example/product", "productUrl"],
  ["a product beside a webhook", "https://acme.example/hook", "https://acme.example/hooks", "productUrl"],
  ["a page below a webhook", "https://acme.example/status", "https://acme.example/status/page", "productUrl"],
  ["another host that ends like it", "https://acme.example/hook", "https://not-acme.example/hook", "productUrl"],
  ["a product on the host of a webhook without a path", "https://acme.example", "https://acme.example", "productUrl"],
  ["an email address that ends like it", email, "devops@acme.example", "name"],
  ["a longer number", phone, "491701234567890", "name"],
];

test.each<[string, PolicyResource[], string[]]>([
  ["a service without a customId", [resource("Service", { groupId: 1, name: "API" })], ["statushub-service-custom-id"]],
  [
    "a service with an empty customId",
    [resource("Service", { groupId: 1, customId: " " })],
    ["statushub-service-custom-id"],
  ],
  ["a service that is looked up, in mocks", [resource("Service", { hub: "acme", __provider: "code" })], []],
  ["a service that is found by its name, in mocks", [resource("Service", { hub: "acme", name: "API" })], []],
  ["a service that is looked up, in a stack", [resource("Service", { name: "TODO", createdAt: "2026-01-01" })], []],
  [
    "an address in what only the API sets",
    [
      resource("Subscription", { method: "email", address: secret(email), __declared: ["method", "address"] }),
      resource("IncidentTemplate", { title: "Down", author: email, createdAt: "2026-01-01", __declared: ["title"] }),
    ],
    [],
  ],
  [
    "a declared title among outputs",
    [resource("Maintenance", { title: "TODO", createdAt: "", __declared: ["title"] })],
    ["statushub-title-placeholder"],
  ],
  ["a customId that isn't known yet", [resource("Service", { groupId: 1, customId: unknown })], []],
  [
    "a customId that isn't known yet, in mocks",
    [resource("Service", { groupId: 1, customId: { __pulumiUnknown: true } })],
    [],
  ],
  ["an address that isn't secret", [resource("Subscription", { address: hook })], ["statushub-address-secret"]],
  ["an address that is secret", [resource("Subscription", { address: secret(hook) })], []],
  ["an address that isn't known yet", [resource("Subscription", { address: unknown })], []],
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
  ...leaks.map(([what, address, text, property = "body"]): [string, PolicyResource[], string[]] => [
    `${what} in ${property}`,
    [
      resource("Subscription", { method: methodOf(address), address: secret(address) }),
      resource("IncidentTemplate", { title: "Down", [property]: property === "labels" ? ["api", text] : text }),
    ],
    ["statushub-address-secret"],
  ]),
  ...sound.map(([what, address, text, property = "body"]): [string, PolicyResource[], string[]] => [
    `${what} in ${property}`,
    [
      resource("Subscription", { method: methodOf(address), address: secret(address) }),
      resource("Hub", { subdomain: "acme", [property]: text }),
    ],
    [],
  ]),
  ["a secret customId", [resource("Service", { groupId: 1, name: "API", customId: secret("api") })], []],
  ["a secret customId that isn't known yet", [resource("Service", { groupId: 1, customId: secret(unknown) })], []],
  [
    "a secret customId that is empty",
    [resource("Service", { groupId: 1, customId: secret("") })],
    ["statushub-service-custom-id"],
  ],
  [
    "a maintenance of a week whose start is secret",
    [resource("Maintenance", { ...week, startTime: secret(week.startTime) })],
    ["statushub-maintenance-window"],
  ],
  ["a secret title", [resource("Maintenance", { title: secret("TODO") })], ["statushub-title-placeholder"]],
  ["a maintenance that takes a week", [resource("Maintenance", week)], ["statushub-maintenance-window"]],
  ["a maintenance that takes 480 minutes", [resource("Maintenance", { ...week, endTime: "2026-12-06 08:00:00" })], []],
  [
    "a maintenance of 481 minutes",
    [resource("Maintenance", { ...week, endTime: "2026-12-06 08:01:00" })],
    ["statushub-maintenance-window"],
  ],
  ["a maintenance whose end isn't known yet", [resource("Maintenance", { ...week, endTime: unknown })], []],
  [
    "a template for 481 minutes",
    [resource("MaintenanceTemplate", { duration: 481 })],
    ["statushub-maintenance-window"],
  ],
  ...["TODO: name it", "Lorem ipsum dolor", "Outage of {{service}}", "test 1", "Untitled"].map(
    (title): [string, PolicyResource[], string[]] => [
      `the title "${title}"`,
      [resource("IncidentTemplate", { title })],
      ["statushub-title-placeholder"],
    ],
  ),
  ["a title in Spanish", [resource("Maintenance", { title: "Todo el sitio" })], []],
  ["a word that ends in test", [resource("Maintenance", { title: "Ütest" })], []],
  ["the title of a planned test", [resource("Maintenance", { title: "Load test of the payments" })], []],
  ["a template with a service of the program", [api, resource("IncidentTemplate", of("7"))], []],
  ["a template with a plain ID", [api, resource("IncidentTemplate", of(8))], ["statushub-template-services"]],
  ["a template with a service that isn't created yet", [api, resource("MaintenanceTemplate", of(unknown))], []],
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
    "a preview of a template with a new service and a bare id, as the up would",
    [resource("IncidentTemplate", { title: "Down", serviceStatuses: [{ service: unknown }, { service: "8" }] }, onOne)],
    ["statushub-template-services"],
  ],
  [
    "an up of the same, where ids are hidden",
    [resource("IncidentTemplate", { title: "Down", serviceStatuses: [{ service: "9" }, { service: "8" }] }, onOne)],
    ["statushub-template-services"],
  ],
  [
    "a template with two services of the program, one of them new",
    [resource("IncidentTemplate", { title: "Down", serviceStatuses: [{ service: unknown }, { service: "8" }] }, onTwo)],
    [],
  ],
  [
    "a template with a service whose id is known and a bare one",
    [
      api,
      resource("IncidentTemplate", { title: "Down", serviceStatuses: [{ service: "7" }, { service: "8" }] }, onOne),
    ],
    ["statushub-template-services"],
  ],
  [
    "a template with a new service that comes from elsewhere",
    [resource("IncidentTemplate", of(unknown), { propertyDependencies: { serviceStatuses: [] } })],
    ["statushub-template-services"],
  ],
  [
    "resources of another package",
    [{ type: "aws:s3:Bucket", name: "it", props: { title: "TODO", address: hook } }],
    [],
  ],
])("judges %s", (_, resources, broken) => {
  expect(findViolations(resources).map(({ policy }) => policy)).toEqual(broken);
});

test("a longer maintenance is allowed if the settings say so", () => {
  expect(findViolations([resource("Maintenance", week)], { maxMinutes: 7 * 24 * 60 })).toEqual([]);
  const unset: object = { maxMinutes: undefined };
  expect(findViolations([resource("Maintenance", week)], unset)).toMatchObject([
    { message: expect.stringContaining("only 480 are allowed") },
  ]);
});

test("a program under Pulumi's mocks can be judged without changes", async () => {
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
