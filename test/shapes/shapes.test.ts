import { expect, inject, test } from "vitest";
import { takeWrites } from "../engine/page.ts";
import type { Run } from "../engine/project.ts";
import { createScene, type Scene } from "./scene.ts";
import { type Shape, shapes } from "./shapes.ts";

for (const shape of shapes.filter(({ always }) => always || inject("allShapes"))) {
  test(`[PKG-1] ${shape.name}`, () => tryOut(shape));
}

async function tryOut(shape: Shape): Promise<void> {
  const scene = await createScene(shape);
  const { fails } = shape;
  if (fails?.at === "install") return fail(scene.install(), fails.message);
  await succeed(scene.install());
  if (fails === undefined) return live(scene, shape);
  await fail(scene.up(), fails.message);
  if (fails.message.startsWith("pulumi-statushub")) await fail(scene.doctor(), fails.message);
  expect(scene.emulator.requests).toEqual([]);
}

async function succeed(running: Promise<Run>): Promise<void> {
  const { code, stdout, stderr } = await running;
  expect(code, stdout + stderr).toBe(0);
}

async function fail(running: Promise<Run>, message: string): Promise<void> {
  const { code, stdout, stderr } = await running;
  expect(stdout + stderr).toContain(message);
  expect(code).not.toBe(0);
}

async function live(scene: Scene, shape: Shape): Promise<void> {
  const { emulator } = scene;
  if (shape.packageManager === undefined) await succeed(scene.doctor());
  await succeed(scene.up());
  expect(takeWrites(emulator)).toMatchObject([{ method: "POST", body: { name: "Website" } }]);

  if (shape.sourcePosition !== undefined) expect(await scene.readState()).toContain(shape.sourcePosition);
  await succeed(scene.preview());
  expect(takeWrites(emulator)).toEqual([]);
  if (shape.checksTypes) await rejectWrongTypes(scene, shape);

  const [{ id } = { id: 0 }] = emulator.records("services");
  emulator.edit("services", id, { description: "by hand" });
  await fail(scene.preview("--refresh"), "[diff: ~description]");
  expect(takeWrites(emulator)).toEqual([]);

  await succeed(scene.destroy());
  expect(takeWrites(emulator)).toMatchObject([{ method: "DELETE" }]);
}

async function rejectWrongTypes(scene: Scene, { files }: Shape): Promise<void> {
  const [[path, program] = ["", ""]] = Object.entries(files).filter(([name]) => name.endsWith(".ts"));
  await scene.write({ [path]: program.replace("groupId: 1", 'groupId: "x"') });
  await fail(scene.preview(), "Type 'string' is not assignable to type 'Input<number>'");
  expect(scene.emulator.requests).toEqual([]);
  await scene.write({ [path]: program });
}
