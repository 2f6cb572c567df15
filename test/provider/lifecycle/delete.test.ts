import { expect, test } from "vitest";
import { service } from "../../../model/kinds/service.ts";
import { startMade, startScene } from "./scene.ts";

const declared = { groupId: 1, name: "Fresh" };

test("a delete that is rejected because the record is already deleted has succeeded", async () => {
  const { scene, made } = await startMade(service, declared);
  scene.emulator.softDelete("services", Number(made.id));
  scene.emulator.faults.add({ operation: "deleteService", status: 422 });

  await expect(scene.remove(made)).resolves.toBeUndefined();
});

const live = { id: 4, name: "Fresh", flags: { archived: false, deleted: false } };
const unmarked = { id: 4, name: "Fresh" };

test.each([[live], [unmarked], [{ flags: live.flags }], [{}], [{ message: "done" }]])(
  "a delete that StatusHub accepts and ignores is an error: %j",
  async (body) => {
    const { scene, made } = await startMade(service, declared);
    scene.emulator.faults.add({ operation: "deleteService", status: 200, body });

    await expect(scene.remove(made)).rejects.toThrow(
      /^Could not delete Service 4: StatusHub accepted the delete, but the record is still there\. .* \[SH3008\]$/,
    );
  },
);

test.each([[live], [unmarked], [{}], [{ message: "done" }], [{ id: 4, flags: { deleted: true } }]])(
  "a delete whose response is %j has succeeded if the record is gone",
  async (body) => {
    const { scene, made } = await startMade(service, declared);
    scene.emulator.faults.add({ operation: "deleteService", status: 200, when: "after", body });

    await expect(scene.remove(made)).resolves.toBeUndefined();
  },
);

test("OWN-6: what was adopted isn't said to stay if somebody has deleted it", async () => {
  const scene = await startScene(service);
  const taken = await scene.create({ groupId: 1, name: "API", adopt: "1" });
  expect(await scene.remove(taken)).toContain("SH5513");
  scene.emulator.softDelete("services", 1);

  await expect(scene.remove(taken)).resolves.toBeUndefined();
});
