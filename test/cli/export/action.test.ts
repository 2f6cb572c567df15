import { expect, it } from "vitest";
import { plainRecords } from "../../../cli/export/action.ts";
import { planResources } from "../../../cli/program/resource.ts";

it.each([
  ["private", "[secret]"],
  [null, null],
  ["", ""],
])("masks the token of a service, and no other value: %j", (token, shown) => {
  const hub = { id: 1, subdomain: "acme", type: "primary" };
  const record = {
    id: 5,
    name: "Web",
    group_id: 1,
    public_name: null,
    description: "",
    custom_id: null,
    token,
    flags: {},
  };
  const records = [{ kind: "Service", record }];
  const { resources } = planResources([{ subdomain: "acme", hub, records, leftOut: [] }]);
  expect(plainRecords(resources)).toEqual({ acme: { Service: [{ ...record, token: shown }] } });
});
