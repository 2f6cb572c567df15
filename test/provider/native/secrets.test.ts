import { expect, test } from "vitest";
import { fromStruct, OperationFailure } from "../../engine-model/grpc.ts";
import { readable, secret } from "../../engine-model/marks.ts";
import { addService, reachNative, reference, send, urnOf } from "./native.ts";

const maintenance = {
  hub: { id: "1" },
  title: secret("Codename Falcon"),
  startTime: "2031-12-06T02:00:00Z",
  endTime: "2031-12-06T03:00:00Z",
  serviceStatuses: [{ service: "1", status: secret("down") }],
  repeat: { interval: "weekly", options: { enabledDays: secret("sunday") } },
};

test("a preview and a record that was only partly written keep secret what the program marks as secret", async () => {
  const reached = await reachNative();
  await addService(reached, { group_id: 1, name: "API" });
  const urn = urnOf("Maintenance");
  const hidden = { title: "[secret]", serviceStatuses: "[secret]" };

  const planned = await send(reached.client, "create", { urn, properties: maintenance, preview: true });
  const repeat = { interval: "weekly", options: { enabledDays: "[secret]" } };
  expect(readable(fromStruct(planned.getProperties()))).toMatchObject({ ...hidden, repeat });

  reached.emulator.faults.add({ operation: "updateMaintenance", status: 422 });
  const failed = await send(reached.client, "create", { urn, properties: maintenance }).catch((error) => error);
  expect(failed).toBeInstanceOf(OperationFailure);
  expect(readable((failed as OperationFailure).marked)).toMatchObject(hidden);
});

test("what a function finds by a secret is secret", async () => {
  const reached = await reachNative();
  await addService(reached, { group_id: 1, name: "Codename Falcon" });
  const found = await reached.invoke("getService", { hub: reference("Hub", "1"), name: secret("Codename Falcon") });
  expect(found.name).toEqual(secret("Codename Falcon"));
  expect(new Set(Object.values(readable(found) as object))).toEqual(new Set(["[secret]"]));
});
