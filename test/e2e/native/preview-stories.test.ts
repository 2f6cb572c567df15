import { expect, test } from "vitest";
import type { PreviewReport } from "../../../cli/preview/facts.ts";
import { watch } from "../../cli/preview/difference.ts";
import { projectFile } from "../../engine/native.ts";
import { createPage, takeWrites } from "../../engine/page.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";

type Side = "before" | "after" | "unprotected";

/*
 * What the engine decides: options of resources, components, and values of other packages. All stories are in one program, once
 * with each provider and an account of its own, so that they cost one update.
 */
const program = (sites: readonly object[], side: Side) => `
import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-statushub";
import * as native from "pulumi-statushub/native";

const isBefore = ${side === "before"};

/** A resource of another package, whose output only the update knows. */
class Text extends pulumi.dynamic.Resource {
  constructor(name, value) {
    const provider = { create: async (inputs) => ({ id: name, outs: { text: inputs.value } }) };
    super(provider, name, { value, text: undefined });
  }
}

for (const { name, url, apiKey, library } of ${JSON.stringify(sites)}) {
  const { Provider, Hub, Service, IncidentTemplate, Maintenance, Subscription } = { dynamic, native }[library];
  const provider = new Provider(name, { apiKey, baseUrl: url });
  const hub = new Hub(name + "-hub", { subdomain: "acme" }, { provider });
  const team = new pulumi.ComponentResource("acme:index:Team", name + "-team");
  const service = (id, args = {}, options = {}) =>
    new Service(name + "-" + id, { hub, groupId: 1, name: id, customId: id, ...args }, { provider, ...options });
  const template = (id, title, options) => new IncidentTemplate(name + "-" + id, { hub, title }, { provider, ...options });
  const changed = isBefore ? "Old" : "New";

  service("ignored", { description: changed }, { ignoreChanges: ["description"] });
  service("part", { description: changed }, { parent: team });
  template("replaced", "Replaced " + changed, { replaceOnChanges: ["title"] });
  template("first", "First " + changed, { replaceOnChanges: ["title"], deleteBeforeReplace: true });
  service("freed", { description: changed }, { replaceOnChanges: ["description"], deleteBeforeReplace: true });
  new Service(name + "-moved", { hub: isBefore ? "acme" : "globex", groupId: isBefore ? 1 : 2, name: "Moved" }, { provider });
  if (${side !== "unprotected"}) service("protected", {}, { protect: true, dependsOn: service("needed") });
  if (isBefore) {
    const container = service("container");
    service("contained", {}, { deletedWith: container });
    service("retained", {}, { retainOnDelete: true });
    service("looked-up");
  } else {
    Service.find(name + "-found", { hub: "acme", customId: "looked-up" }, { provider });
    const { text } = new Text(name + "-text", "Known later");
    const described = service("described", { description: text });
    const common = { hub, services: [described.id], method: "webhook", label: "Team" };
    new Subscription(name + "-subscription", { ...common, address: "https://hooks.example.com/secret-Vx7h" }, { provider });
    const times = { startTime: "2126-03-06T02:00:00Z", endTime: "2126-03-06T03:00:00Z" };
    const serviceStatuses = [{ service: described.id, status: "down" }];
    new Maintenance(name + "-work", { hub, title: "Upgrade", ...times, serviceStatuses }, { provider });
  }
  if (library === "native") {
    const imported = (id, name) => new Service("imported-" + id, { hub: "acme", groupId: 1, name }, { provider, import: "acme/" + name });
    if (!isBefore) imported("new", "1");
    imported("another", isBefore ? "2" : "3");
  }
}
if (!isBefore) {
  const { url, apiKey } = ${JSON.stringify(sites)}[0];
  const provider = new native.Provider("later", { apiKey, baseUrl: url });
  new native.Service("later-service", { hub: "acme", groupId: 1, name: "Of an account that is known later" }, { provider });
}
`;

async function createSite(library: "dynamic" | "native") {
  let looks = 0;
  const clock = { now: () => Date.now() + 1000 * looks++ };
  const hubs = ["acme", "globex"].map((subdomain) => ({ subdomain, name: subdomain, groups: [subdomain] }));
  const emulator = await temporaryEmulator({ preset: { hubs }, clock });
  for (const name of ["1", "2", "3"])
    emulator.perform("createService", { params: { subdomain: "acme" }, body: { group_id: 1, name } });
  return { name: library, emulator, url: emulator.url, apiKey: emulator.apiKey, library };
}

/** What each site's report says beside the changes, which are compared with the page. */
const said = ({ hubs }: PreviewReport, address: string) => {
  const own = hubs.filter(({ hub }) => hub.includes(address));
  return {
    stays: own.flatMap(({ stays }) => stays.map(({ label }) => label)).sort(),
    unknown: own.flatMap(({ unknown }) => unknown.map(({ label, property, reason }) => ({ label, property, reason }))),
  };
};

const accountOnlyLater = { label: "Of an account that is known later", property: "", reason: "account" };

test("[SAY-1] preview knows what options of resources, components, other packages, imports and lookups make of an update, and says what isn't known", async () => {
  const sites = await Promise.all([createSite("dynamic"), createSite("native")]);
  const told = sites.map(({ emulator: _, ...site }) => site);
  const files = { "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n` };
  const page = await createPage({ program: program(told, "before"), files });
  expect(await page.up()).toMatchObject({ code: 0 });
  for (const { emulator } of sites) takeWrites(emulator);
  const watched = sites.map(({ emulator }) => watch(emulator));
  await page.write({ "index.ts": program(told, "after") });

  const { code, stdout } = await page.statushub(["preview", "--json"]);
  expect(code).toBe(2);
  expect(stdout).not.toContain("Vx7h");
  const report = JSON.parse(stdout) as PreviewReport;
  expect(sites.flatMap(({ emulator }) => takeWrites(emulator))).toEqual([]);
  expect(report).toMatchObject({ fails: false, failures: [], otherVersions: [], outdated: false });
  for (const { url } of sites) {
    expect(said(report, url)).toEqual({
      stays: ["contained", "looked-up", "retained"],
      unknown: [{ label: "described", property: "description", reason: "known-after-up" }],
    });
  }
  expect(said(report, "provider later").unknown).toEqual([accountOnlyLater]);

  expect(await page.up(undefined, "--refresh")).toMatchObject({ code: 0 });
  const known = sites.map(({ emulator }) => {
    const writes = takeWrites(emulator);
    return writes.filter(({ body }) => !JSON.stringify(body ?? {}).includes(accountOnlyLater.label));
  });
  expect(known.flat()).toHaveLength(report.writes);
  for (const [index, { url, emulator }] of sites.entries()) {
    const later = emulator.records("services").find(({ name }) => name === accountOnlyLater.label);
    if (later !== undefined) emulator.remove("services", later.id);
    watched[index]?.({ ...report, hubs: report.hubs.filter(({ hub }) => hub.includes(url)) });
  }

  // Pulumi itself refuses to delete what is protected.
  await page.write({ "index.ts": program(told, "unprotected") });
  const failing = await page.statushub(["preview", "--json"]);
  expect(failing.code).toBe(1);
  const foretold = JSON.parse(failing.stdout) as PreviewReport;
  expect(foretold.failures.map(({ name, certain }) => [name, certain])).toEqual(
    expect.arrayContaining(sites.map(({ name }) => [`${name}-protected`, true])),
  );
  expect(foretold.undone.map(({ name }) => name).sort()).toEqual(sites.map(({ name }) => `${name}-needed`).sort());
  const refused = await page.up(undefined, "--refresh");
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining("protected") });
  expect(sites.flatMap(({ emulator }) => takeWrites(emulator)).length).toBeLessThanOrEqual(foretold.writes);
});
