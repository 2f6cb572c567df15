import { chmod, mkdir, readdir, readFile, rm, stat, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { replaceFile, writeFiles } from "../../../cli/program/write-files.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const all = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

it("writes nothing if one of the folders can't be used", async () => {
  const folder = await temporaryFolder({
    "program/index.ts": "before",
    "program/acme": "a file where a folder should be",
  });
  const target = join(folder, "program");
  const files = new Map([
    ["index.ts", "after"],
    ["new.ts", "after"],
    ["acme/hub.ts", "after"],
  ]);

  await expect(writeFiles(target, files)).rejects.toThrow("already has index.ts");
  await rm(join(target, "index.ts"));
  await expect(writeFiles(target, files)).rejects.toThrow(
    `Files can't be written to ${join(target, "acme")} (EEXIST). Name another folder, or change the permissions. [SH6017]`,
  );
  // There, Node's own way of making several folders never ends.
  await expect(writeFiles("/proc/none/here", files)).rejects.toThrow("(ENOENT)");

  expect(await all(folder)).toEqual(["program", "program/acme"]);

  files.delete("acme/hub.ts");
  await writeFiles(target, files);
  expect(await all(folder)).toEqual(["program", "program/acme", "program/index.ts", "program/new.ts"]);
});

it("only writes to the folders of the files, because a parent folder can be read-only or on another file system", async () => {
  const folder = await temporaryFolder();
  const target = join(folder, "mount");
  await mkdir(target);
  const past = new Date(0);
  await utimes(folder, past, past);

  await writeFiles(target, new Map([["a/index.ts", "new"]]));

  expect((await stat(folder)).mtime).toEqual(past);
  expect(await all(target)).toEqual(["a", "a/index.ts"]);
});

it("keeps links and permissions", async () => {
  const folder = await temporaryFolder({ "shared.ts": "before" });
  await chmod(join(folder, "shared.ts"), 0o640);
  await symlink("shared.ts", join(folder, "index.ts"));

  replaceFile(join(folder, "index.ts"), "after");
  replaceFile(join(folder, "acme/hub.ts"), "new");

  expect(await readFile(join(folder, "shared.ts"), "utf8")).toBe("after");
  expect((await stat(join(folder, "shared.ts"))).mode & 0o777).toBe(0o640);
  expect(await all(folder)).toEqual(["acme", "acme/hub.ts", "index.ts", "shared.ts"]);
});
