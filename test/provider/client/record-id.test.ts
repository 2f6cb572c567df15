import { expect, test } from "vitest";
import { operations } from "../../../model/kinds/operations.ts";
import { service } from "../../../model/kinds/service.ts";
import { acme, newService, reachEmulator } from "./account.ts";

async function received(body: unknown) {
  const { emulator, account } = await reachEmulator();
  emulator.faults.add({ status: 200, body });
  return account.client.perform(operations.getHub, acme);
}

test("IDN-7: an ID is the same as number and as text, wherever the API documents one", async () => {
  expect(
    await received({
      id: "20003",
      group_id: "3",
      parent_id: "1",
      subscriber_id: "9",
      service_statuses: [{ service_id: "7", status: "up" }],
      services_selection: { all: false, services: [{ id: "7" }, { service_id: "8" }] },
      data: [{ id: "1" }, { id: 2 }],
    }),
  ).toEqual({
    id: 20_003,
    group_id: 3,
    parent_id: 1,
    subscriber_id: 9,
    service_statuses: [{ service_id: 7, status: "up" }],
    services_selection: { all: false, services: [{ id: 7 }, { service_id: 8 }] },
    data: [{ id: 1 }, { id: 2 }],
  });
});

test("values that aren't IDs, or are the user's own, aren't changed", async () => {
  const record = {
    id: "m-1",
    group_id: null,
    custom_id: "12",
    name: "12",
    labels: ["12"],
    token: "12",
    configuration: { id: "12", nested: { service_id: "12" } },
    parent_id: "9999999999999999",
    subscriber_id: "012",
  };
  expect(await received(record)).toEqual(record);
});

test.each(["20003", 20_003])("a record that is created with the ID %j is valid", async (id) => {
  const { emulator, account } = await reachEmulator();
  const services = await account.open(service.operations, acme, () => true);
  emulator.faults.add({ operation: "createService", status: 200, body: { ...newService.wire, id } });

  expect((await services.post(newService.wire)).id).toBe(20_003);
  expect(await services.list()).toMatchObject([{ id: 20_003 }]);
});
