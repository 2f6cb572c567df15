import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as statushub from "../../sdk/index.ts";
import { type Registered, recordRegistrations, settled } from "./registered.ts";

let registered: Registered[];

beforeEach(async () => {
  registered = await recordRegistrations();
});

afterEach(() => pulumi.runtime.setAllConfig({}));

const declare = () => new statushub.Service("api", { hub: "acme", groupId: 1, name: "API" });

test.each([
  ["statushub:regoin", "region"],
  ["statushub:apikey", "apiKey"],
  ["statushub:base_url", "baseUrl"],
  ["statushub:acccount", "account"],
  ["statushub:verfy", "verify"],
])("a misspelled setting fails, because it would be ignored: %s", (key, suggestion) => {
  pulumi.runtime.setAllConfig({ "statushub:account": "acme", [key]: "eu" });
  const message = `${key} is not a setting. Did you mean statushub:${suggestion}? [SH1017]`;
  expect(declare).toThrow(new pulumi.RunError(message));
});

test("settings and the program's own keys pass", async () => {
  const own = [
    "slackUrl",
    "notify",
    "pageUrl",
    "count",
    "session",
    "version",
    "apiUrl",
    "accounts",
    "apiKey2",
    "verity",
  ];
  const keys = [...own.map((key) => [`statushub:${key}`, "x"]), ["statushub:region", "eu"], ["shop:regoin", "eu"]];
  pulumi.runtime.setAllConfig(Object.fromEntries(keys));
  declare();
  await settled();
  expect(registered).toHaveLength(1);
});

test("a misspelled argument of a provider fails, because it would be ignored", () => {
  const args = { account: "acme", regoin: "eu" } as statushub.ProviderArgs;
  expect(() => new statushub.Provider("europe", args)).toThrow(
    'statushub.Provider "europe": regoin is not an argument of Provider. Did you mean "region"? [SH1017]',
  );
});
