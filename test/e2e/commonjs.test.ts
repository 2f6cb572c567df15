import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = (groupId: string) => `
import * as statushub from "pulumi-statushub";
new statushub.Service("web", { hub: "acme", groupId: ${groupId}, name: "Website" });
`;

/** What `pulumi new typescript` writes: CommonJS, type-checked when it runs. */
const template = {
  "package.json": JSON.stringify({ name: "scratch", main: "index.ts", private: true }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { strict: true, target: "es2020", module: "nodenext", moduleResolution: "nodenext" },
    files: ["index.ts"],
  }),
};

test("[PKG-2 PKG-3] a CommonJS program works, and one with a wrong type does not compile", async () => {
  const page = await createPage({ program: program("1"), files: template });
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toHaveLength(1);

  const wrong = await page.up(program('"x"'));

  expect(wrong.code).not.toBe(0);
  expect(wrong.stdout).toContain("Type 'string' is not assignable to type 'Input<number>'");
  expect(page.takeWrites()).toEqual([]);
});
