import type { Policies } from "@pulumi/policy";
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, expectTypeOf, test } from "vitest";
import { definitions } from "../../../model/kinds/index.ts";
import { unknownMark as unknown } from "../../../provider/mark-keys.ts";
import { nativeTypeOf, dynamicTypeOf as typeOf } from "../../../provider/resource-type.ts";
import * as statushub from "../../../sdk/index.ts";
import { findViolations, type PolicyResource, policies } from "../../../sdk/policy/index.ts";
import { kindOf } from "../../../sdk/policy/resource.ts";
import { secret } from "../../engine-model/marks.ts";

const resource = (
  kind: string,
  props: PolicyResource["props"],
  more: Partial<PolicyResource> = {},
): PolicyResource => ({ type: nativeTypeOf(kind), name: "it", props, ...more });

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

type Case = [what: string, ...resources: PolicyResource[]];

const service = (props: object) => resource("Service", { groupId: 1, ...props });
const maintenance = (props: object) => resource("Maintenance", { ...week, ...props });
const subscription = (address: unknown, more = {}) => resource("Subscription", { address, ...more });
const template = (serviceStatuses: unknown[], more = {}) =>
  resource(
    "IncidentTemplate",
    { title: "Down", serviceStatuses: serviceStatuses.map((service) => ({ service })) },
    more,
  );
const titled = (title: unknown, kind = "IncidentTemplate") => resource(kind, { title });
const besides = (kind: string, [what, address, text, property = "body"]: (typeof leaks)[number]): Case => [
  `${what} in ${property}`,
  subscription(secret(address), { method: methodOf(address) }),
  resource(kind, { subdomain: "acme", [property]: property === "labels" ? ["api", text] : text }),
];

/** What breaks each policy. */
const broken: Readonly<Record<string, readonly Case[]>> = {
  "statushub-service-custom-id": [
    ["a service without a customId", service({ name: "API" })],
    ["a service with an empty customId", service({ customId: " " })],
    ["a secret customId that is empty", service({ customId: secret("") })],
  ],
  "statushub-title-placeholder": [
    [
      "a declared title among outputs",
      resource("Maintenance", { title: "TODO", createdAt: "", __declared: ["title"] }),
    ],
    ["a secret title", titled(secret("TODO"), "Maintenance")],
    ...["TODO: name it", "Lorem ipsum dolor", "Outage of {{service}}", "test 1", "Untitled"].map(
      (title): Case => [`the title "${title}"`, titled(title)],
    ),
  ],
  "statushub-address-secret": [
    ["an address that isn't secret", subscription(hook)],
    ["an address in the label", subscription(secret(hook), { label: `on call ${hook}` })],
    ["an address in another record", subscription(secret(hook)), resource("Maintenance", { body: `See ${hook}.` })],
    ...leaks.map((leak) => besides("IncidentTemplate", leak)),
  ],
  "statushub-maintenance-window": [
    ["a maintenance of a week whose start is secret", maintenance({ startTime: secret(week.startTime) })],
    ["a maintenance that takes a week", maintenance({})],
    ["a maintenance of 481 minutes", maintenance({ endTime: "2026-12-06 08:01:00" })],
    ["a template for 481 minutes", resource("MaintenanceTemplate", { duration: 481 })],
  ],
  "statushub-template-services": [
    ["a template with a plain ID", api, template([8])],
    ["a preview of a template with a new service and a bare id, as the up would", template([unknown, "8"], onOne)],
    ["an up of the same, where ids are hidden", template(["9", "8"], onOne)],
    ["a template with a service whose id is known and a bare one", api, template(["7", "8"], onOne)],
    ["a template with a new service that comes from elsewhere", template([unknown], services())],
  ],
};

describe.each(Object.entries(broken))("%s is broken by", (policy, cases) => {
  test.each(cases)("%s", (_, ...resources) => {
    expect(findViolations(resources).map((violation) => violation.policy)).toEqual([policy]);
  });
});

test.each<Case>([
  ["a service that is looked up, in mocks", resource("Service", { hub: "acme", __provider: "code" })],
  ["a service that is found by its name, in mocks", resource("Service", { hub: "acme", name: "API" })],
  ["a service that is looked up, in a stack", resource("Service", { name: "TODO", createdAt: "2026-01-01" })],
  [
    "an address in what only the API sets",
    subscription(secret(email), { method: "email", __declared: ["method", "address"] }),
    resource("IncidentTemplate", { title: "Down", author: email, createdAt: "2026-01-01", __declared: ["title"] }),
  ],
  ["a customId that isn't known yet", service({ customId: unknown })],
  ["a customId that isn't known yet, in mocks", service({ customId: { __pulumiUnknown: true } })],
  ["a secret customId", service({ name: "API", customId: secret("api") })],
  ["a secret customId that isn't known yet", service({ customId: secret(unknown) })],
  ["an address that is secret", subscription(secret(hook))],
  ["an address that isn't known yet", subscription(unknown)],
  ...sound.map((each) => besides("Hub", each)),
  ["a maintenance that takes 480 minutes", maintenance({ endTime: "2026-12-06 08:00:00" })],
  ["a maintenance whose end isn't known yet", maintenance({ endTime: unknown })],
  ["a title in Spanish", titled("Todo el sitio", "Maintenance")],
  ["a word that ends in test", titled("Ütest", "Maintenance")],
  ["the title of a planned test", titled("Load test of the payments", "Maintenance")],
  ["a template with a service of the program", api, template(["7"])],
  ["a template with a service that isn't created yet", api, resource("MaintenanceTemplate", template([unknown]).props)],
  [
    "a template that depends on the service that it names, from the dynamic provider",
    template(["9"], { propertyDependencies: { serviceStatuses: [{ type: typeOf("Service") }] } }),
  ],
  ["a template with two services of the program, one of them new", template([unknown, "8"], onTwo)],
  ["resources of another package", { type: "aws:s3:Bucket", name: "it", props: { title: "TODO", address: hook } }],
])("accepts %s", (_, ...resources) => {
  expect(findViolations(resources)).toEqual([]);
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
