import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, test } from "vitest";
import { definitions } from "../../model/kinds/index.ts";
import schema from "../../schema.json" with { type: "json" };
import * as dynamic from "../../sdk/index.ts";
import * as native from "../../sdk/native/index.ts";
import { type Registered, recordRegistrations, settled } from "./registered.ts";

let registered: Registered[];

beforeEach(async () => {
  registered = await recordRegistrations();
});

// `pulumi import` prints resources, and no settings of a provider.
const properties = JSON.stringify([schema.resources, schema.types]);
const enumerations = Object.entries(schema.types).flatMap(([token, type]) =>
  "enum" in type && properties.includes(`"#/types/${token}"`)
    ? [[token.replace("statushub:index:", ""), type.enum] as const]
    : [],
);

test("has the enumerations of the schema's resources, with which imported programs name values", () => {
  const values = enumerations.map(([name, items]) => [
    name,
    Object.fromEntries(items.map((item) => [item.name, item.value])),
  ]);
  expect(values.length).toBeGreaterThan(0);
  expect(native).toMatchObject(Object.fromEntries(values));
});

test("both providers have the same classes, and pass the same inputs to Pulumi except for the pointer", async () => {
  const names = enumerations.map(([name]) => name);
  expect(Object.keys(native).sort()).toEqual([...Object.keys(dynamic), ...names].sort());
  for (const { Hub, Service, Subscription, IncidentTemplate } of [dynamic, native]) {
    const hub = new Hub("acme", { subdomain: "acme" });
    const api = new Service("api", { hub, groupId: 1, name: "API" });
    new Subscription("team", { hub, method: "email", address: "team@example.com", services: [api] });
    new IncidentTemplate("down", { hub, title: "Down", serviceStatuses: [{ service: api, status: "down" }] });
    expect([Hub.isInstance(hub), Service.isInstance(api), Service.isInstance(hub)]).toEqual([true, true, false]);
  }
  await settled();
  // IDs are made up, so references differ; comparing the names of the inputs is enough.
  const inputsOf = (prefix: string) =>
    Object.fromEntries(
      registered
        .filter(({ type }) => type.startsWith(prefix))
        .map(({ name, inputs: { __provider, ...inputs } }) => [name, Object.keys(inputs).sort()]),
    );
  expect(Object.keys(inputsOf("statushub:index:"))).toHaveLength(4);
  expect(inputsOf("statushub:index:")).toEqual(inputsOf("pulumi-nodejs:dynamic/statushub:"));
});

test("looks up records of the native types, a hub only by its ID", async () => {
  native.Hub.get("hub", "17");
  native.Service.get("found", "1234", { hub: "acme" });
  await settled();
  expect(registered.map(({ type, id }) => [type, id])).toEqual([
    ["statushub:index:Hub", "17"],
    ["statushub:index:Service", "1234"],
  ]);
});

test("a resource of either provider is accepted as the hub or the service of the other", async () => {
  const hub = new native.Hub("acme", { subdomain: "acme" });
  const api = new dynamic.Service("api", { hub, groupId: 1, name: "API" });
  expect(dynamic.Hub.isInstance(hub)).toBe(true);
  expect(native.Service.isInstance(api)).toBe(true);
});

test("a misspelled argument of a provider fails, because it would be ignored", () => {
  const args = { account: "acme", regoin: "eu" } as dynamic.ProviderArgs;
  expect(() => new dynamic.Provider("europe", args)).toThrow(
    'statushub.Provider "europe": regoin is not an argument of Provider. Did you mean "region"? [SH1017]',
  );
});

test("an explicit provider passes its arguments, with the key as a secret", async () => {
  new native.Provider("eu", { account: "acme", region: "eu", apiKey: "key" });
  await settled();
  expect(registered).toMatchObject([{ type: "pulumi:providers:statushub", inputs: { account: "acme", region: "eu" } }]);
});

test.each(Object.keys(definitions))("has a class for %s that directly extends Pulumi's own", (kind) => {
  const classes: Readonly<Record<string, unknown>> = { ...native };
  expect(Object.getPrototypeOf(classes[kind])).toBe(pulumi.CustomResource);
});
