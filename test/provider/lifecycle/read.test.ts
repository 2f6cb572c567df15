import { expect, it } from "vitest";
import { subscription } from "../../../model/kinds/subscription.ts";
import { startScene } from "./scene.ts";

it("ADO-1: a record imported with an empty output declares exactly what the file declares", async () => {
  const scene = await startScene(subscription);
  const inputs = { hub: "acme", method: "email", address: "ops@acme.io", services: ["1"] };
  const { id } = await scene.create({ ...inputs, configuration: { a: 1 }, lessVerbose: true });

  const imported = await scene.read({ id, stored: { ...inputs, createdAt: null } });

  expect(imported?.declared).toEqual(inputs);
  expect(imported?.stored).toMatchObject({ recordId: id, hubId: "1" });
});
