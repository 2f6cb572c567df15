import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { outputOf } from "../../tools/command.ts";
import { build } from "../../tools/engine/build.ts";
import { createLocalEnvironment } from "../../tools/engine/environment.ts";
import { getPulumi } from "../../tools/engine/get-pulumi.ts";
import type { Installation } from "../../tools/engine/installation.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { pinnedVersion } from "../../tools/engine/sources.ts";

declare module "vitest" {
  interface ProvidedContext {
    pulumi: Installation;
    /** The package as it would be published. */
    tarball: string;
    /** A folder whose programs find the packed package and its dependencies. */
    workspace: string;
    /** The files of a stack `test` in a project `empty`, which the tests copy. */
    emptyStack: { settings: string; state: string };
  }
}

/** Gets the engine, packs the package and installs the tarball, once per run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const workspace = await mkdtemp(join(tmpdir(), "statushub-engine-"));
  const tearDown = () => rm(workspace, { recursive: true, force: true });
  try {
    const pulumi = await getPulumi(pinnedVersion);
    provide("pulumi", pulumi);
    const tarball = await pack(workspace);
    await unpack(tarball, join(workspace, "node_modules", "pulumi-statushub"));
    provide("tarball", tarball);
    provide("workspace", workspace);
    provide("emptyStack", await makeStack(pulumi, join(workspace, "empty")));
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}

async function makeStack(pulumi: Installation, folder: string): Promise<{ settings: string; state: string }> {
  const env = createLocalEnvironment(pulumi, { home: join(folder, ".home"), backend: join(folder, ".backend") });
  await writeFile(join(folder, "Pulumi.yaml"), "name: empty\nruntime: nodejs\n");
  await outputOf(pulumi.path, ["stack", "init", "test"], { cwd: folder, env });
  const read = (path: string) => readFile(join(folder, path), "utf8");
  return { settings: await read("Pulumi.test.yaml"), state: await read(".backend/.pulumi/stacks/empty/test.json") };
}

async function pack(folder: string): Promise<string> {
  await build();
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const stdout = await outputOf("npm", pack, { cwd: repositoryRoot });
  return join(folder, stdout.trim().split("\n").at(-1) ?? "");
}

async function unpack(tarball: string, target: string): Promise<void> {
  const modules = dirname(target);
  await mkdir(modules, { recursive: true });
  await outputOf("tar", ["-xzf", tarball, "-C", modules]);
  await rename(join(modules, "package"), target);
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(target, "package.json"), "utf8"));
  // Only the package's declared dependencies, so that a missing one fails here, as it would for users.
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  for (const name of [...names, "typescript", "@types/node"]) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(repositoryRoot, "node_modules", name), join(modules, name), "junction");
  }
}
