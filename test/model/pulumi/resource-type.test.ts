import { expect, it } from "vitest";
import { isDefaultProvider } from "../../../model/pulumi/resource-type.ts";

const urnOf = (name: string) => `urn:pulumi:test::page::pulumi:providers:statushub::${name}`;

it.each([
  "default",
  "default_0_1_0",
  "default_3_270_0_alpha_1",
  "default_https_/example.com/plugins",
  "default_0_1_0_github_/api.github.com/acme",
])("knows a default provider by the name that the engine gives it: %s", (name) => {
  expect(isDefaultProvider(urnOf(name))).toBe(true);
});

it.each(["eu", "default-eu", "defaults", "default_eu", "default_2"])("takes %s for an explicit provider", (name) => {
  expect(isDefaultProvider(urnOf(name))).toBe(false);
});

it("takes no provider for the default one", () => {
  expect(isDefaultProvider("")).toBe(true);
});
