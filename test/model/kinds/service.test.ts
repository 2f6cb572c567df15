import { expect, it } from "vitest";
import { service } from "../../../model/kinds/service.ts";
import { startScene } from "../../provider/lifecycle/scene.ts";

const mail = { groupId: 1, name: "Mail" };

it("has its own ID and token, and shows whether it is archived", async () => {
  const scene = await startScene(service);
  const [one, other] = [await scene.create(mail), await scene.create({ ...mail, name: "Chat" })];
  const [, , , first, second] = scene.emulator.records("services");

  expect([one.id, other.id], "[SVC-01]").toEqual([String(first?.id), String(second?.id)]);
  expect([one.stored.token, other.stored.token], "[SVC-10]").toEqual([first?.token, second?.token]);
  expect(one.stored.token, "[SVC-10]").not.toBe(other.stored.token);
  expect(one.stored.archived).toBe(false);
  scene.emulator.edit("services", Number(one.id), { archived: true });
  expect((await scene.refresh(one)).stored.archived, "[SVC-12]").toBe(true);
});

it("has a customId that is unique in its hub", async () => {
  const scene = await startScene(service);
  await scene.create({ ...mail, customId: "mail" });
  const other = await scene.create({ ...mail, name: "Post", customId: "post" });
  const duplicate = { ...mail, name: "Post", customId: "mail" };

  await expect(scene.create(duplicate), "[SVC-09]").rejects.toThrow(
    /^Could not create Service "Post" in hub "acme": it conflicts with Service 4, which has the same customId/,
  );
  await expect(scene.update(other, duplicate), "[SVC-09]").rejects.toThrow(
    /^Could not update Service "Post" \(ID 5\) in hub "acme": it conflicts with Service 4, which has the same customId .*custom_id .*taken.* To swap the values of two records/,
  );
  expect(await scene.refresh(other)).toEqual(other);
  const elsewhere = await scene.create({ ...duplicate, hub: "globex", groupId: 9 });
  expect(elsewhere.stored, "[SVC-09]").toMatchObject({ hub: "globex", customId: "mail" });

  // A deleted service can't be restored, so we don't search for it.
  await scene.remove(other);
  scene.emulator.faults.add({ operation: "createService", status: 409, body: { error: "custom_id is taken" } });
  await expect(scene.create({ ...duplicate, customId: "post" })).rejects.toThrow(
    /StatusHub rejected the request \(409: "custom_id is taken/,
  );
});

it("can't be created on a connected hub, and the error has the API's words", async () => {
  const scene = await startScene(service);
  const failing = scene.create({ ...mail, hub: "acme-partners" });

  await expect(failing, "[SVC-19]").rejects.toThrow(
    /^Could not create Service "Mail" in hub "acme-partners": .*[Cc]onnected/,
  );
});
