import { describe, expect, it } from "vitest";
import { type Declared, unknown } from "../../../model/api/form.ts";
import { subscription } from "../../../model/kinds/subscription.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { compareWithRead } from "../../../provider/lifecycle/forms/compare-response.ts";
import { readState } from "../../../provider/lifecycle/forms/state.ts";
import { startScene } from "../../provider/lifecycle/scene.ts";

const sound = { hub: "acme", method: "email", address: "ops@acme.io", services: "all" };
const failures = (values: Declared) => check(subscription, { ...sound, ...values });
const paths = (values: Declared) => failures(values).map(({ path }) => path.join("."));

describe("the form of an address", () => {
  const addresses = {
    email: "ops@acme.io",
    sms: "+1 (555) 010-99.00",
    webhook: "http://acme.io/hook",
    slack: "HTTPS://hooks.example.com/services/T0/B0",
    teams: "https://acme.example.com/webhook?a=1",
  };

  it.each(Object.keys(addresses))("suits the method: %s", (method) => {
    const suiting = Object.entries(addresses).filter(([, address]) => paths({ method, address }).length === 0);
    const methods = suiting.map(([name]) => name);
    const isUrl = !["email", "sms"].includes(method);
    expect(methods, "[SUB-03]").toEqual(isUrl ? ["webhook", "slack", "teams"] : [method]);
  });

  it.each([
    ["email", "ops@acme io", /email address, as the method is email/],
    ["sms", "call me", /phone number/],
    ["sms", "+ ()", /phone number/],
    ["webhook", "ftp://acme.io", /http or https URL, as the method is webhook/],
    ["teams", "https:// ", /URL/],
  ])("doesn't suit the method, and isn't shown: %s %s", (method, address, reason) => {
    const found = failures({ method, address });

    expect(found, "[SUB-03]").toMatchObject([{ path: ["address"], reason: expect.stringMatching(reason) }]);
    expect(JSON.stringify(found)).not.toContain(address);
  });

  it("isn't checked while either is unknown", () => {
    expect(paths({ method: unknown, address: "anything" })).toEqual([]);
    expect(paths({ address: unknown })).toEqual([]);
  });
});

describe("the services", () => {
  it("are checked despite an unknown one", () => {
    expect(paths({ services: [unknown, "api"] })).toEqual(["services.1"]);
    expect(paths({ services: [unknown] })).toEqual([]);
  });

  it.each<[string, unknown, unknown, unknown]>([
    ["objects with id", { all: false, services: [{ id: 2, name: "Web" }, { id: 1 }] }, ["1", 2], ["1", 2]],
    ["objects with service_id", { all: false, services: [{ id: 90, service_id: 1 }] }, ["1"], ["1"]],
    ["integers", { all: false, services: [2, 1] }, ["1", "2"], ["1", "2"]],
    ["another list", { all: false, services: [3, 2] }, ["1", 2], [2, "3"]],
    ["all, whatever the list holds", { all: true, services: [{ id: 1 }] }, ["1"], "all"],
    ["no longer all", { all: false, services: [1] }, "all", ["1"]],
    ["items of another shape, which are ignored", { all: false, services: [["1"], {}] }, ["1"], ["1"]],
    ["nothing", undefined, ["1"], ["1"]],
    ["no list", { all: false }, ["1"], ["1"]],
  ])("are read: %s", (_, selection, declared, value) => {
    const response = { services_selection: selection };
    expect(compareWithRead(subscription.properties.services, response, declared, {}), "[SUB-12]").toEqual({ value });
  });
});

it("SUB-2: can have a label for any method except email", () => {
  expect(paths({ label: "" }), "[SUB-15]").toEqual(["label"]);
  expect(paths({ label: null })).toEqual([]);
  expect(paths({ method: "sms", address: "123", label: "Team A" })).toEqual([]);
});

it("needs no other record if the program no longer names the subscriber", () => {
  const olds = { ...sound, subscriberId: 1 };
  expect(diff(subscription, readState(olds), sound)).toMatchObject({ changed: ["subscriberId"], replaces: [] });
});

it("creates a subscriber, or joins the one that it names, with each method once", async () => {
  const scene = await startScene(subscription);
  const mail = await scene.create(sound);
  const { subscriberId } = mail.stored;
  expect(scene.emulator.records("subscribers"), "[SUB-23]").toMatchObject([{ id: subscriberId }]);

  const sms = await scene.create({ ...sound, method: "sms", address: "+1 555 010 9901", subscriberId });
  expect(scene.emulator.records("subscribers"), "[SUB-24]").toHaveLength(1);
  expect(await scene.refresh(sms)).toEqual(sms);
  await expect(scene.create({ ...sound, address: "dev@acme.io", subscriberId }), "[SUB-07]").rejects.toThrow(
    /^Could not create Subscription "email" in hub "acme": StatusHub rejected the request \(\d+: ".*email.*"\)/,
  );
  expect(scene.emulator.records("subscriptions")).toHaveLength(2);
});
