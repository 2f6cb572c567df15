import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { runStep } from "./step.ts";
import { isAtLeast, minimumVersion } from "./version.ts";

/** A pulumi CLI that runs programs in Node. */
export interface Installation {
  /** The executable. */
  path: string;
  /** The folder that holds it, to be put on PATH so that the CLI finds what belongs to it. */
  folder: string;
  /** As the CLI prints it, without the `v`. */
  version: string;
}

/** A way to install the CLI where the machine has none. */
export interface Source {
  version: string;
  /** Throws an UnavailableError where this way is closed on this machine. Quick, and changes nothing. */
  require(): Promise<void>;
  /** Puts the files into `bin` below `folder`. */
  install(folder: string): Promise<void>;
}

/** Why a CLI cannot be used or had from somewhere; the next place is tried. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}

const isWindows = process.platform === "win32";

/** The names of the three files that make an installation complete. */
export const executables = {
  cli: isWindows ? "pulumi.exe" : "pulumi",
  languageHost: isWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs",
  providerHost: isWindows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs",
} as const;

/**
 * Looks at the CLI in `folder`; undefined where there is none. One that is too old, or has no language host beside it
 * or in `otherFolders`, is an UnavailableError. A missing provider host is no fault: the npm package has it.
 */
export async function findInstallation(folder: string, otherFolders: string[] = []): Promise<Installation | undefined> {
  const path = join(folder, executables.cli);
  if (!(await isExecutable(path))) return undefined;
  const version = await getVersion(path);
  if (!isAtLeast(version, minimumVersion)) {
    throw new UnavailableError(`${path} is ${version}, and ${minimumVersion} or newer is needed`);
  }
  const hosts = [folder, ...otherFolders].map((place) => isExecutable(join(place, executables.languageHost)));
  if (!(await Promise.all(hosts)).includes(true)) {
    throw new UnavailableError(`${path} has no ${executables.languageHost} beside it`);
  }
  return { path, folder, version };
}

/** The same, for a folder that must hold one. */
export async function getInstallation(folder: string): Promise<Installation> {
  const installation = await findInstallation(folder);
  if (installation === undefined) throw new UnavailableError(`there is no ${executables.cli} in ${folder}`);
  return installation;
}

async function getVersion(path: string): Promise<string> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const printed = await runStep({ title: `${path} version`, command: path, args: ["version"], env, limit: 30 });
  return printed.trim().replace(/^v/, "");
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
