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

test("has the classes of the dynamic provider", () => {
  const names = enumerations.map(([name]) => name);
  expect(Object.keys(native).sort()).toEqual([...Object.keys(dynamic), ...names].sort());
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
  const inputs = { account: "acme", region: "eu", apiKey: { value: "key" } };
  expect(registered).toMatchObject([{ type: "pulumi:providers:statushub", inputs }]);
});

test.each(Object.keys(definitions))("has a class for %s that directly extends Pulumi's own", (kind) => {
  const classes: Readonly<Record<string, unknown>> = { ...native };
  expect(Object.getPrototypeOf(classes[kind])).toBe(pulumi.CustomResource);
});
