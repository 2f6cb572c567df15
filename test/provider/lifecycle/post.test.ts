import { expect, it } from "vitest";
import { service } from "../../../provider/resources/service.ts";
import { startScene } from "./scene.ts";

const declared = { groupId: 1, name: "Fresh" };

it.each([404, 405] as const)(
  "says what is unknown where an answer was lost and there is no list (%i)",
  async (status) => {
    const scene = await startScene(service, { documentedOnly: status === 405 ? status : true });
    scene.emulator.faults.add({ operation: "createService", drop: "after" });

    const creation = scene.create(declared);

    await expect(creation).rejects.toThrow(
      `the answer was lost, and the API offers no list in which to look for the record (${status})`,
    );
    expect(scene.takeWrites()).toHaveLength(1);
  },
);

it("takes an answer without an id for a lost one, and finds the record", async () => {
  const scene = await startScene(service);
  scene.emulator.faults.add({ operation: "createService", when: "after", status: 200, body: { name: "Fresh" } });

  const made = await scene.create(declared);

  expect(made.id).toBe("4");
  expect(scene.takeWrites()).toHaveLength(1);
});

it("does not choose between two records that could be the one", async () => {
  const scene = await startScene(service);
  await scene.create(declared);
  scene.emulator.faults.add({ operation: "createService", drop: "after" });

  await expect(scene.create(declared)).rejects.toThrow(
    "2 records of the hub could be the one that was made (ids 4, 5)",
  );
});
