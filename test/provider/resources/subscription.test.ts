import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { observe } from "../../../provider/lifecycle/observe.ts";
import { unknown } from "../../../provider/lifecycle/unknown.ts";
import type { Values } from "../../../provider/resources/define.ts";
import { subscription } from "../../../provider/resources/subscription.ts";

const sound = { hub: "acme", method: "email", address: "ops@acme.io", services: "all" };
const failures = (values: Values) => check(subscription, { ...sound, ...values });
const paths = (values: Values) => failures(values).map(({ path }) => path.join("."));

describe("the form of an address", () => {
  it.each([
    ["email", "ops@acme.io"],
    ["sms", "+1 (555) 010-99.00"],
    ["webhook", "http://acme.io/hook"],
    ["slack", "HTTPS://hooks.example.com/services/T0/B0"],
    ["teams", "https://acme.example.com/webhook?a=1"],
    [unknown, "anything"],
    ["email", unknown],
  ])("suits the method: %o %o", (method, address) => {
    expect(failures({ method, address })).toEqual([]);
  });

  it.each([
    ["email", "ops.acme.io", /e-mail address, as the method is email/],
    ["email", "ops@acme io", /e-mail/],
    ["sms", "call me", /phone number/],
    ["sms", "+ ()", /phone number/],
    ["webhook", "ftp://acme.io", /http or https URL, as the method is webhook/],
    ["slack", "#on-call", /URL/],
    ["teams", "https:// ", /URL/],
  ])("does not suit the method, and is not shown: %s %s", (method, address, reason) => {
    const found = failures({ method, address });

    expect(found).toMatchObject([{ path: ["address"], reason: expect.stringMatching(reason) }]);
    expect(JSON.stringify(found)).not.toContain(address);
  });
});

describe("the services", () => {
  it.each([[[]], ["none"], [null], [["api"]], [[0]], [{ all: true }]])("are refused: %j", (services) => {
    expect(paths({ services })).not.toEqual([]);
  });

  it("are checked beside an unknown one", () => {
    expect(paths({ services: [unknown, "api"] })).toEqual(["services.1"]);
    expect(paths({ services: [unknown] })).toEqual([]);
    expect(paths({ services: unknown })).toEqual([]);
  });

  it.each<[string, unknown, unknown, unknown]>([
    ["objects with id", { all: false, services: [{ id: 2, name: "Web" }, { id: 1 }] }, ["1", 2], ["1", 2]],
    ["objects with service_id", { all: false, services: [{ id: 90, service_id: 1 }] }, ["1"], ["1"]],
    ["integers", { all: false, services: [2, 1] }, ["1", "2"], ["1", "2"]],
    ["another list", { all: false, services: [3, 2] }, ["1", 2], [2, "3"]],
    ["all", { all: true, services: [] }, ["1"], "all"],
    ["no longer all", { all: false, services: [1] }, "all", ["1"]],
    ["items of another shape tell nothing", { all: false, services: [["1"], {}] }, ["1"], ["1"]],
    ["nothing", undefined, ["1"], ["1"]],
    ["no list", { all: false }, ["1"], ["1"]],
  ])("are read: %s", (_, selection, declared, value) => {
    expect(observe(subscription.properties.services, { services_selection: selection }, { declared })).toEqual({
      value,
    });
  });
});

it("has a label for any method but e-mail", () => {
  expect(paths({ label: "Team A" })).toEqual(["label"]);
  expect(paths({ label: "" })).toEqual(["label"]);
  expect(paths({ label: null })).toEqual([]);
  expect(paths({ method: "sms", address: "123", label: "Team A" })).toEqual([]);
});

it("compares a configuration without the order of its keys", () => {
  const olds = { ...sound, configuration: { a: { x: 1, y: [1, 2] }, b: null } };

  expect(diff(subscription, olds, { ...sound, configuration: { b: null, a: { y: [1, 2], x: 1 } } }).changed).toEqual(
    [],
  );
  expect(diff(subscription, olds, { ...sound, configuration: { b: null, a: { y: [2, 1], x: 1 } } }).changed).toEqual([
    "configuration",
  ]);
});

describe("another subscriber", () => {
  it("is another record, and the old one goes first because of the address", () => {
    const difference = diff(subscription, { ...sound, subscriberId: 1 }, { ...sound, subscriberId: 2 });

    expect(difference).toEqual({ changed: ["subscriberId"], replaces: ["subscriberId"], deleteBeforeReplace: true });
  });

  it("is not meant by a declaration that is removed", () => {
    const difference = diff(subscription, { ...sound, subscriberId: 1 }, sound);

    expect(difference).toMatchObject({ changed: ["subscriberId"], replaces: [] });
  });
});
