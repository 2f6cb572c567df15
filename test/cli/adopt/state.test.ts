import { expect, it } from "vitest";
import { sortState } from "../../../cli/adopt/state.ts";
import { definitions } from "../../../model/kinds/index.ts";

const type = "pulumi-nodejs:dynamic/statushub:Service";
const provider = "urn:pulumi:test::page::pulumi:providers:pulumi-nodejs::default::4f0c";
const parent = "urn:pulumi:test::page::pulumi:pulumi:Stack::page-test";
const stack = { urn: parent, type: "pulumi:pulumi:Stack", outputs: { url: "https://example.com" } };
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: '"private"' };

const service = {
  urn: `urn:pulumi:test::page::${type}::web::site`,
  type,
  id: "1",
  parent,
  provider,
  protect: true,
  ignoreChanges: ["name"],
  propertyDependencies: { name: [] },
  inputs: { hub: { id: "7", subdomain: "acme" }, name: "Website", description: secret, __provider: "code" },
  outputs: { hubId: "7" },
};

const ofType = (type: string) => ({ type, urn: `urn:pulumi:test::page::${type}::web::site` });

it("reads a record as the stack declares it", () => {
  const record = {
    kind: "Service",
    name: "web::site",
    urn: service.urn,
    id: "1",
    ids: ["1"],
    provider: provider.replace("::4f0c", ""),
    parent,
    hub: { id: "7", subdomain: "acme" },
  };
  expect(sortState([stack, service])).toEqual({
    records: [
      {
        ...record,
        definition: definitions.Service,
        parentId: undefined,
        inputs: { hub: { id: "7", subdomain: "acme" }, name: "Website", description: "private" },
        secretInputs: new Set(["description"]),
        options: { protect: true, ignoreChanges: ["name"] },
        isOnlyImported: false,
      },
    ],
    managed: [record],
    lookups: [],
    others: [],
    outputs: ["url"],
  });
});

it("doesn't treat a lookup as a record of the stack, but keeps its name", () => {
  const found = { ...service, external: true };
  const query = { ...found, ...ofType("pulumi-nodejs:dynamic/statushub:getService") };
  expect(sortState([found, query])).toMatchObject({
    records: [],
    lookups: [
      { kind: "Service", name: "web::site" },
      { kind: "pulumi-nodejs:dynamic/statushub:getService", name: "web::site" },
    ],
  });
});

const component = "urn:pulumi:test::page::shop:index:Page::acme";

it.each([
  ["of another package", ofType("random:index/randomId:RandomId"), "random:index/randomId:RandomId web::site"],
  ["of the native provider", ofType("statushub:index:Service"), "Service web::site"],
  ["in a component", { parent: component }, "Service web::site"],
  ["with an explicit provider", { provider: provider.replace("default", "default_eu") }, "Service web::site"],
  ["with a secret list", { inputs: { serviceStatuses: [{ status: secret }] } }, "Service web::site"],
])("can't declare a resource %s", (_, differences, name) => {
  expect(sortState([{ ...service, ...differences }])).toMatchObject({ records: [], others: [name] });
});

it.each([
  ["the native provider", ofType("statushub:index:Service")],
  ["a component", { parent: component, urn: service.urn.replace("::pulumi-", "::shop:index:Page$pulumi-") }],
  ["an explicit provider", { provider: provider.replace("default", "eu") }],
  ["a resource that was restored under a new ID", { id: "9", outputs: { recordId: "1" } }, ["9", "1"]],
  ["a series, with its occurrences", { outputs: { __occurrences: { 1: 0, 4: 7 } } }, ["1", "4"]],
])("[ADO-16] finds the record of a resource in every form: %s", (_, differences, ids = ["1"]) => {
  const { managed } = sortState([{ ...service, ...differences }]);
  expect(managed).toMatchObject([{ kind: "Service", name: "web::site", id: "1", ids }]);
});

it("recognizes the default provider of any version, and a restored record", () => {
  const some = [
    { ...service, provider: provider.replace("default", "default_3_270_0") },
    { ...service, outputs: { recordId: "9", hubId: "7" } },
    { ...service, inputs: { ...service.inputs, deleted: true } },
  ];
  const { records, others } = sortState(some);
  expect(others).toEqual([]);
  expect(records.map(({ id }) => id)).toEqual(["1", "9", "1"]);
  expect(records[2]?.inputs).not.toHaveProperty("deleted");
});

it("doesn't take the protection of an import for the program's", () => {
  const { propertyDependencies, ...imported } = service;
  expect(sortState([imported]).records).toMatchObject([{ options: { ignoreChanges: ["name"] }, isOnlyImported: true }]);
  expect(sortState([imported]).records[0]?.options).not.toHaveProperty("protect");
});
