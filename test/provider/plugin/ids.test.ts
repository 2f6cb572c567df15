import { expect, test } from "vitest";
import { nameIn } from "../../../provider/plugin/ids.ts";
import type { Definition } from "../../../provider/resources/define.ts";
import { definitions } from "../../../provider/resources/index.ts";

const of = (kind: string): Definition => definitions[kind] as Definition;

test.each([
  ["Service", "acme/1234", { id: "1234", values: { hub: "acme" } }],
  ["Maintenance", "acme/mnt-12", { id: "mnt-12", values: { hub: "acme" } }],
  ["Maintenance", "acme/1234", { id: "1234", values: { hub: "acme" } }],
  ["Hub", "acme", { id: "acme", values: { subdomain: "acme" } }],
  ["Hub", "17", { id: "17", values: {} }],
])("reads the id of a %s: %s", (kind, id, named) => {
  expect(nameIn(of(kind), id, {})).toEqual(named);
});

test.each([
  ["Service", "acme/mnt-12"],
  ["Service", "acme/0"],
  ["Service", "1234"],
  ["Maintenance", "acme/mnt 12"],
  ["Maintenance", "acme/12/3"],
  ["Maintenance", "acme/"],
])("refuses the id of a %s: %s", (kind, id) => {
  expect(() => nameIn(of(kind), id, {})).toThrow(`${JSON.stringify(id)} does not name a ${kind}.`);
});
