import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeFiles } from "../../../cli/program/write-files.ts";
import { temporaryFolder } from "../statushub.ts";

const all = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

it("writes all files or none, and puts back what it has replaced", async () => {
  const folder = await temporaryFolder();
  const target = join(folder, "program");
  await mkdir(target);
  await writeFile(join(target, "index.ts"), "before");
  await writeFile(join(target, "acme"), "a file where a folder should be");
  const files = new Map([
    ["index.ts", "after"],
    ["new.ts", "after"],
    ["acme/hub.ts", "after"],
  ]);

  await expect(writeFiles(target, files, { force: false })).rejects.toThrow("already has index.ts");
  await expect(writeFiles(target, files, { force: true })).rejects.toThrow(/EEXIST|ENOTDIR/);

  expect(await all(folder)).toEqual(["program", "program/acme", "program/index.ts"]);
  expect(await readFile(join(target, "index.ts"), "utf8")).toBe("before");

  files.delete("acme/hub.ts");
  await writeFiles(target, files, { force: true });
  expect(await all(folder)).toEqual(["program", "program/acme", "program/index.ts", "program/new.ts"]);
  expect(await readFile(join(target, "index.ts"), "utf8")).toBe("after");
});
