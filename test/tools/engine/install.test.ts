import { access, mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { install } from "../../../tools/engine/install.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { createSource, writeInstallation } from "./fake-installation.ts";

test("a call that another process has overtaken uses its installation", async () => {
  const target = join(await temporaryFolder(), "3.259.0");
  const source = createSource("3.259.0");

  await install(createSource("3.259.0"), target);
  const { folder } = await install(source, target);

  expect(folder).toBe(join(target, "bin"));
  expect(await readdir(dirname(target))).toEqual([basename(target)]);
});

test("nothing exists at the target until the installation is complete", async () => {
  const target = join(await temporaryFolder(), "3.259.0");
  const source = createSource("3.259.0");
  let seen: unknown;
  const watched = {
    ...source,
    async install(folder: string) {
      await source.install(folder);
      seen = await access(target).catch((error: NodeJS.ErrnoException) => error.code);
    },
  };

  await install(watched, target);

  expect(seen).toBe("ENOENT");
});

test("a failure leaves neither an installation nor a draft", async () => {
  const target = join(await temporaryFolder(), "3.259.0");
  const broken = {
    ...createSource("3.259.0"),
    async install(folder: string) {
      await writeFile(join(folder, "half"), "");
      throw new Error("disk full");
    },
  };

  await expect(install(broken, target)).rejects.toThrow("disk full");
  expect(await readdir(dirname(target))).toEqual([]);
});

test("an incomplete installation is never moved into place", async () => {
  const target = join(await temporaryFolder(), "3.259.0");
  const careless = {
    ...createSource("3.259.0"),
    install: async (folder: string) => void (await writeInstallation(join(folder, "bin"), "v3.259.0", false)),
  };

  await expect(install(careless, target)).rejects.toThrow("has no pulumi-language-nodejs beside it");
  expect(await readdir(dirname(target))).toEqual([]);
});

test("an unusable installation is replaced", async () => {
  const target = join(await temporaryFolder(), "3.259.0");
  await mkdir(join(target, "bin"), { recursive: true });
  await writeFile(join(target, "bin/left-over"), "");

  await install(createSource("3.259.0"), target);

  expect(await readdir(join(target, "bin"))).toEqual(["pulumi", "pulumi-language-nodejs"]);
});
