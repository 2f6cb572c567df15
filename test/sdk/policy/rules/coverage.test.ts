import type { Policies } from "@pulumi/policy";
import * as pulumi from "@pulumi/pulumi";
import { expect, expectTypeOf, test } from "vitest";
import { unknownMark as unknown } from "../../../../provider/mark-keys.ts";
import { dynamicTypeOf, nativeTypeOf } from "../../../../provider/resource-type.ts";
import * as statushub from "../../../../sdk/index.ts";
import {
  annotation,
  type Coverage,
  findUnchecked,
  findViolations,
  type PolicyResource,
  policies,
  tag,
} from "../../../../sdk/policy/index.ts";
import { secret } from "../../../engine-model/marks.ts";

const ingressType = "kubernetes:networking.k8s.io/v1:Ingress";
const coverage: Coverage = {
  types: {
    [ingressType]: annotation("statushub.com/service"),
    "aws:lb/loadBalancer:LoadBalancer": tag("service", { exclusive: true }),
    "acme:index:Queue": ({ props }) => (props as { page: { service: string } }).page.service.toLowerCase(),
    "acme:index:Job": ({ name }) => (name.startsWith("internal-") ? null : undefined),
  },
};

const unknownInMocks = { __pulumiUnknown: true };

const ingress = (annotations: unknown, name = "shop"): PolicyResource => ({
  type: ingressType,
  name,
  props: { metadata: { annotations } },
});
const named = (customId: unknown, name?: string) => ingress({ "statushub.com/service": customId }, name);
const balancer = (tags: unknown, name = "shop") => ({
  type: "aws:lb/loadBalancer:LoadBalancer",
  name,
  props: { tags },
});
const queue = (props: PolicyResource["props"]) => ({ type: "acme:index:Queue", name: "jobs", props });
const service = (customId: unknown, type = nativeTypeOf("Service")): PolicyResource => ({
  type,
  name: "shop",
  props: { hub: "acme", groupId: 1, name: "Shop", customId },
});
const lookup = (props: PolicyResource["props"]): PolicyResource => ({
  type: dynamicTypeOf("Service"),
  name: "found",
  props: { hub: "acme", ...props },
});

/** The codes of the violations, with the resources that they are reported on. */
const judge = (resources: readonly PolicyResource[], settings = coverage) =>
  findViolations(resources, { coverage: settings })
    .filter(({ policy }) => policy === "statushub-coverage")
    .map(({ resource, message }) => `${/SH\d+/.exec(message)?.[0]} ${resource.name}`);

test.each<[string, PolicyResource[], string[]]>([
  ["an annotation", [named("shop"), service("shop")], []],
  ["an annotation, with the dynamic provider", [named("shop"), service("shop", dynamicTypeOf("Service"))], []],
  ["an annotation that is secret", [named(secret("shop")), service("shop")], []],
  ["annotations that are secret", [ingress(secret({ "statushub.com/service": "shop" })), service("shop")], []],
  ["a service whose customId is secret", [named("shop"), service(secret("shop"))], []],
  ["a tag", [balancer({ service: "shop" }), service("shop")], []],
  ["a tag in a list", [balancer([{ key: "service", value: "shop" }]), service("shop")], []],
  ["a function", [queue({ page: { service: "SHOP" } }), service("shop")], []],
  ["a service that is found by its customId, in mocks", [named("shop"), lookup({ customId: "shop" })], []],
  ["a service that is looked up, in a stack", [named("shop"), lookup({ customId: "shop", createdAt: "2026" })], []],
  ["a type that needs no service", [{ type: "aws:s3/bucket:Bucket", name: "it", props: {} }], []],
  ["a resource that needs no service", [{ type: "acme:index:Job", name: "internal-backup", props: {} }], []],
  ["a type that is a property of every object", [{ type: "constructor", name: "it", props: {} }], []],

  ["no metadata", [{ type: ingressType, name: "shop", props: {} }], ["SH7006 shop"]],
  ["no annotations", [ingress(undefined)], ["SH7006 shop"]],
  ["an empty annotation", [named(" ")], ["SH7006 shop"]],
  ["another annotation", [ingress({ team: "shop" })], ["SH7006 shop"]],
  ["no tags", [balancer(undefined)], ["SH7006 shop"]],
  ["other tags in a list", [balancer([{ key: "team", value: "shop" }])], ["SH7006 shop"]],
  [
    "tags of any form",
    [balancer([null, "service", { key: null }]), balancer(null, "web"), balancer("service", "api")],
    ["SH7006 shop", "SH7006 web", "SH7006 api"],
  ],
  ["a function that returns nothing", [{ type: "acme:index:Job", name: "backup", props: {} }], ["SH7006 backup"]],

  ["a service that isn't declared", [named("shop")], ["SH7007 shop"]],
  ["a service in another case", [named("Shop"), service("shop")], ["SH7007 shop"]],
  ["a service without a customId", [named("shop"), service(undefined)], ["SH7007 shop"]],
  [
    "a service without a customId that is looked up, in a stack",
    [named("shop"), lookup({ customId: null, createdAt: "2026" })],
    ["SH7007 shop"],
  ],
  [
    "a lookup through a function, which leaves no resource with the native provider",
    [named("shop"), { type: dynamicTypeOf("getServices"), name: "all", props: { customId: "shop" } }],
    ["SH7007 shop"],
  ],

  ["a service that two may name", [named("shop"), named("shop", "admin"), service("shop")], []],
  ["a service that is named by two types", [named("shop"), balancer({ service: "shop" }), service("shop")], []],
  [
    "a service that only one may name",
    [balancer({ service: "shop" }), balancer({ service: "shop" }, "copy"), service("shop")],
    ["SH7008 copy"],
  ],

  ["an annotation that isn't known yet", [named(unknown)], []],
  ["annotations that aren't known yet", [ingress(unknown)], []],
  ["annotations that aren't known yet, in mocks", [ingress(unknownInMocks)], []],
  ["a property that a function reads and that isn't known yet", [queue({ page: { service: unknown } })], []],
  ["a service whose customId isn't known yet", [named("shop"), service(unknown)], []],
  ["a service that is looked up by its ID, in mocks", [named("shop"), lookup({})], []],
  ["unknown tags beside known ones", [balancer({ service: unknown }), balancer({}, "copy")], ["SH7006 copy"]],
])("judges %s", (_, resources, broken) => {
  expect(judge(resources)).toEqual(broken);
});

test("services of other stacks need no lookup if the settings name them", () => {
  expect(judge([named("shop")], { ...coverage, elsewhere: ["shop"] })).toEqual([]);
});

test("services without infrastructure are reported if the settings ask for it", () => {
  const strict = { ...coverage, standalone: ["support"] };
  const shop = [named("shop"), service("shop")];
  expect(judge([service("shop")])).toEqual([]);
  expect(judge([...shop, service("support")], strict)).toEqual([]);
  expect(judge([service("shop")], strict)).toEqual(["SH7009 shop"]);
  expect(judge([service(undefined)], strict)).toEqual([]);
  expect(judge([lookup({ customId: "shop" })], strict)).toEqual([]);
  expect(judge([service("shop"), named(unknown)], strict)).toEqual([]);
});

test("after an up, where Pulumi's policy runner hides which outputs are declared, a service is no lookup", () => {
  const created = { ...service("shop"), props: { groupId: 1, customId: "shop", createdAt: "2026" } };
  const settings = { showsSecrets: false, coverage: { ...coverage, standalone: [] } };
  expect(findViolations([created], settings)).toMatchObject([{ message: expect.stringContaining("SH7009") }]);
});

test("a message names the resource and shows the line to add", () => {
  const messages = (resources: PolicyResource[], settings: Coverage = coverage) =>
    findViolations(resources, { coverage: settings }).map(({ message }) => message);
  expect([
    ...messages([ingress({}), balancer({}), { type: "acme:index:Job", name: "backup", props: {} }]),
    ...messages([named("shop")]),
    ...messages([balancer({ service: "shop" }), balancer({ service: "shop" }, "copy"), service("shop")]),
    ...messages([service("shop")], { ...coverage, standalone: [] }),
  ]).toEqual([
    'Ingress "shop" names no service. Add the customId of its service, for example: ' +
      'metadata: { annotations: { "statushub.com/service": "shop" } } [SH7006]',
    'LoadBalancer "shop" names no service. Add the customId of its service, for example: ' +
      'tags: { "service": "shop" } [SH7006]',
    'Job "backup" names no service. Return its customId from the function for acme:index:Job in the coverage of the ' +
      "policy, or null if it needs none. [SH7006]",
    'Ingress "shop" names the service "shop", but no Service of the program has this customId. Add: ' +
      'new statushub.Service("shop", { hub, groupId, name, customId: "shop" }). If another stack manages it, look it up ' +
      'with statushub.Service.find("shop", { hub, customId: "shop" }), and add it to elsewhere in the coverage of a ' +
      "policy pack. [SH7007]",
    'LoadBalancer "copy" names the service "shop", which "shop" names already. Only one resource of this type may. ' +
      "[SH7008]",
    'No infrastructure of the program names Service "shop". Remove it if its infrastructure is gone. Otherwise name ' +
      'its customId, "shop", in the infrastructure, or add it to standalone in the coverage of the policy. [SH7009]',
  ]);
});

test("a message doesn't show a customId that is secret", () => {
  const messages = findViolations(
    [named(secret("hidden")), balancer({ service: secret("hidden") }), service(secret("hidden-too"))],
    { coverage: { ...coverage, standalone: [] } },
  ).map(({ message }) => message);
  expect(messages.map((message) => /SH\d+/.exec(message)?.[0])).toEqual(["SH7007", "SH7007", "SH7009"]);
  expect(messages.join()).not.toContain("hidden");
});

test("what isn't known yet is counted: infrastructure, and services that it may mean", () => {
  const resources = [named(unknown), queue({ page: unknown }), service(unknown), named("shop"), balancer({})];
  expect(findUnchecked(resources, coverage)).toEqual(resources.slice(0, 3));
  const [policy] = policies({ coverage }).filter(({ name }) => name === "statushub-coverage-unchecked");
  const messages: string[] = [];
  if (policy !== undefined && "validateStack" in policy) {
    policy.validateStack({ getConfig: <T>() => ({}) as T, resources }, (message) => messages.push(message));
  }
  expect(messages).toEqual([
    "Coverage isn't checked for 3 of the resources, because a preview doesn't know their customId yet: " +
      'Ingress "shop", Queue "jobs", Service "shop". [SH7010]',
  ]);
});

test("an error in a function isn't hidden", () => {
  expect(() => judge([queue({})])).toThrow(TypeError);
});

test("the policies cover infrastructure only if they are told which", () => {
  expectTypeOf(policies({ coverage })).toExtend<Policies>();
  const names = (settings: Parameters<typeof policies>[0]) => policies(settings).map(({ name }) => name);
  expect(names({}).filter((name) => name.includes("coverage"))).toEqual([]);
  expect(names({ coverage }).slice(-2)).toEqual(["statushub-coverage", "statushub-coverage-unchecked"]);
});

/** Stands for the class of another package. */
class Ingress extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs) {
    super(ingressType, name, args);
  }
}

test("a preview under Pulumi's mocks is judged, as far as it is known", async () => {
  const resources: PolicyResource[] = [];
  const mocks: pulumi.runtime.Mocks = {
    call: () => ({}),
    newResource({ type, name, inputs }) {
      resources.push({ type, name, props: inputs });
      return { id: "", state: inputs };
    },
  };
  const isPreview = true;
  await pulumi.runtime.setMocks(mocks, "project", "stack", isPreview);
  const provider = new statushub.Provider("acme", { account: "acme" });
  for (const [name, customId] of Object.entries({ shop: "shop", new: provider.id, typo: pulumi.secret("shopp") })) {
    const annotations = { "statushub.com/service": customId };
    new Ingress(name, { metadata: { annotations } });
    new statushub.Service(name, { hub: "acme", groupId: 1, name: "Shop", customId: "shop" });
  }
  await pulumi.runtime.disconnect();

  expect(judge(resources)).toEqual(["SH7007 typo"]);
  expect(findUnchecked(resources, coverage).map(({ name }) => name)).toEqual(["new"]);
});
