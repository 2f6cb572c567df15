import { accessSync, constants } from "node:fs";
import { chmod, mkdir, mkdtemp, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { oldestPulumi } from "../../cli/project/pulumi.ts";
import { isAtLeast } from "../../model/versions.ts";
import { runStep } from "./step.ts";

/** A pulumi CLI that runs programs in Node. */
export interface Installation {
  path: string;
  /** The folder that holds it, for PATH, so that the CLI finds its other files. */
  folder: string;
  /** The version as the CLI prints it, without the `v`. */
  version: string;
}

/** A method to install the CLI on a machine that has none. */
export interface Source {
  version: string;
  /** Installs the files into `bin` below `folder`. Fails early if the method isn't available on this machine. */
  install(folder: string): Promise<void>;
}

const isWindows = process.platform === "win32";

/** The names of the three files that form a complete installation. */
export const executables = {
  cli: isWindows ? "pulumi.exe" : "pulumi",
  languageHost: isWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs",
  providerHost: isWindows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs",
} as const;

export interface Wanted {
  /** The only version that is accepted. @default each that we support */
  version?: string | undefined;
  /** More folders in which the language host may be. */
  otherFolders?: string[];
}

/**
 * Checks the CLI in `folder`; undefined if there is none. A missing provider host is fine, because the npm package
 * has it.
 *
 * @throws if it has the wrong version, or no language host beside it, beside the file that it links to or in `otherFolders`
 */
export async function findInstallation(folder: string, wanted: Wanted = {}): Promise<Installation | undefined> {
  const path = join(folder, executables.cli);
  if (!isExecutable(path)) return undefined;
  const version = await getVersion(path);
  if (!isWanted(version, wanted)) throw new Error(`${path} is ${version}, and ${describeWanted(wanted)} is needed`);
  const places = [folder, dirname(await realpath(path)), ...(wanted.otherFolders ?? [])];
  if (!places.some((place) => isExecutable(join(place, executables.languageHost)))) {
    throw new Error(`${path} has no ${executables.languageHost} beside it`);
  }
  return { path, folder, version };
}

const isWanted = (version: string, { version: only }: Wanted): boolean =>
  only === undefined ? isAtLeast(version, oldestPulumi) : version === only;

export const describeWanted = ({ version }: Wanted): string => version ?? `${oldestPulumi} or newer`;

/**
 * Installs into `target`. The source works in a temporary folder beside it, which is moved into place when complete, so
 * that no process sees half an installation. If another process was faster, its installation is used.
 */
export async function install(source: Source, target: string): Promise<Installation> {
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(`${target}.draft-`);
  try {
    await source.install(draft);
    await requireInstallation(join(draft, "bin"));
    const existing = await findInstallation(join(target, "bin")).catch(() => undefined);
    if (existing !== undefined) return existing;
    // Only the owner can read a temporary folder, but the installation is for all users of this machine.
    await chmod(draft, 0o755);
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
    return await requireInstallation(join(target, "bin"));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function requireInstallation(folder: string): Promise<Installation> {
  const installation = await findInstallation(folder);
  if (installation === undefined) throw new Error(`there is no ${executables.cli} in ${folder}`);
  return installation;
}

async function getVersion(path: string): Promise<string> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const printed = await runStep({ title: `${path} version`, command: path, args: ["version"], env, limit: 30 });
  return printed.trim().replace(/^v/, "");
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
