import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oldestPulumi } from "../../../cli/project/pulumi.ts";
import { choosePulumi } from "../../../tools/engine/get-pulumi.ts";
import { executables } from "../../../tools/engine/installation.ts";
import { readText } from "../../../tools/engine/local.ts";
import { pinnedVersion } from "../../../tools/engine/sources.ts";
import { InterruptedError } from "../../../tools/engine/step.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/** Writes a program that prints `version`, like the real CLI, with its language host beside it by default. */
async function writeInstallation(folder: string, version: string, languageHost = true): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const name of [executables.cli, ...(languageHost ? [executables.languageHost] : [])]) {
    await writeFile(join(folder, name), `#!/bin/sh\necho ${version}\n`);
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

/** A source that installs immediately, and records its target folders. */
function createSource(version: string) {
  const folders: string[] = [];
  const install = async (folder: string) => {
    folders.push(folder);
    await writeInstallation(join(folder, "bin"), `v${version}`);
  };
  return { version, folders, install };
}

test("one on PATH that is recent enough wins, and nothing is installed", async () => {
  const root = await temporaryFolder();
  const path = [await writeInstallation(join(root, "a"), "v3.254.0")];
  await writeInstallation(join(root, "home/versions/3.300.0/bin"), "v3.300.0");
  const source = createSource("3.259.0");

  const chosen = await choosePulumi({ path, home: join(root, "home"), sources: [source] });

  expect(chosen).toEqual({ path: join(root, "a/pulumi"), folder: join(root, "a"), version: "3.254.0" });
  expect(source.folders).toEqual([]);
});

test("the language host may be elsewhere on PATH, but must exist", async () => {
  const root = await temporaryFolder();
  const alone = await writeInstallation(join(root, "alone"), "v3.260.0", false);
  const complete = await writeInstallation(join(root, "complete"), "v3.255.0");

  expect(await choosePulumi({ path: [alone, complete], home: root, sources: [] })).toMatchObject({ folder: alone });
  await expect(choosePulumi({ path: [alone], home: root, sources: [] })).rejects.toThrow(
    `${alone}/pulumi has no pulumi-language-nodejs beside it`,
  );
});

test("the language host may lie beside the file that the one on PATH links to", async () => {
  const root = await temporaryFolder();
  const complete = await writeInstallation(join(root, "complete"), "v3.255.0");
  await mkdir(join(root, "links"));
  await symlink(join(complete, executables.cli), join(root, "links", executables.cli));

  const chosen = await choosePulumi({ path: [join(root, "links")], home: root, sources: [] });

  expect(chosen).toMatchObject({ folder: join(root, "links"), version: "3.255.0" });
});

test("a test gets exactly the version that it asks for, whatever else is there", async () => {
  const root = await temporaryFolder();
  const newer = await writeInstallation(join(root, "newer"), "v3.300.0");
  const source = createSource("3.259.0");

  const chosen = await choosePulumi({ path: [newer], home: root, sources: [source], version: "3.259.0" });

  expect(chosen).toMatchObject({ version: "3.259.0" });
  await expect(choosePulumi({ path: [newer], home: root, sources: [], version: "3.258.0" })).rejects.toThrow(
    `There is no pulumi CLI of version 3.258.0, and it could not be installed: ${newer}/pulumi is 3.300.0, and 3.258.0 is needed`,
  );
});

test("the pinned Go modules have the versions that we install", async () => {
  const requirementsOf = (module: string) => readText(`tools/engine/go/${module}/go.mod`);
  for (const library of ["pkg", "sdk"]) {
    expect(requirementsOf("pulumi")).toContain(`github.com/pulumi/pulumi/${library}/v3 v${pinnedVersion}`);
    expect(requirementsOf("oldest")).toContain(`github.com/pulumi/pulumi/${library}/v3 v${oldestPulumi}`);
  }
});

test("a source fills the folder of its version, where the next call finds it", async () => {
  const home = await temporaryFolder();
  const source = createSource("3.259.0");
  const folder = join(home, "versions/3.259.0/bin");

  expect(await choosePulumi({ path: [], home, sources: [source] })).toMatchObject({ folder, version: "3.259.0" });
  expect(await choosePulumi({ path: [], home, sources: [source] })).toMatchObject({ folder });
  expect(source.folders).toHaveLength(1);
});

test("if none works, one error names every reason and what to install", async () => {
  const root = await temporaryFolder();
  const old = await writeInstallation(join(root, "old"), "v3.100.0");
  const closed = { ...createSource("3.260.0"), install: () => Promise.reject(new Error("no network")) };

  await expect(choosePulumi({ path: [old], home: root, sources: [closed] })).rejects.toThrow(
    `There is no pulumi CLI of version 3.254.0 or newer, and it could not be installed: ${old}/pulumi is 3.100.0, ` +
      "and 3.254.0 or newer is needed; no network. Install it from https://www.pulumi.com/docs/install, or Go 1.26.6 " +
      "or newer, and run this again.",
  );
});

test("an interrupted installation doesn't continue with the next source", async () => {
  const home = await temporaryFolder();
  const stopped = { ...createSource("3.260.0"), install: () => Promise.reject(new InterruptedError("interrupted")) };
  const next = createSource("3.259.0");

  await expect(choosePulumi({ path: [], home, sources: [stopped, next] })).rejects.toThrow(InterruptedError);
  expect(next.folders).toEqual([]);
});
