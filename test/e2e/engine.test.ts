import { expect, onTestFinished, test } from "vitest";
import { createProject } from "../engine/project.ts";

test("the real engine runs a program in a scratch project", async () => {
  const project = await createProject({ program: "export const answer = 6 * 7;\n" });
  onTestFinished(project.close);

  const up = await project.pulumi("up", "--yes");

  expect(up).toMatchObject({ code: 0 });
  expect(await project.pulumiJson("stack", "output")).toEqual({ answer: 42 });
});
