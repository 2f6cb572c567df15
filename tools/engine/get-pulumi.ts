import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { goBuild } from "./go-build.ts";
import { installOnce } from "./install-once.ts";
import { findInstallation, type Installation, type Source, UnavailableError } from "./installation.ts";
import { officialDownload } from "./official-download.ts";
import { InterruptedError } from "./step.ts";
import { minimumVersion, newestFirst } from "./version.ts";

let found: Promise<Installation> | undefined;

/**
 * The pulumi CLI of this machine: one on PATH or in Pulumi's own folder that is new enough and complete, else one that is
 * installed into that folder, downloaded or built. That takes minutes, once a machine, and shows its progress on stderr.
 */
export function getPulumi(): Promise<Installation> {
  found ??= choosePulumi({
    path: (process.env.PATH ?? "").split(delimiter).filter(Boolean),
    home: process.env.PULUMI_HOME || join(homedir(), ".pulumi"),
    sources: [officialDownload, goBuild],
  });
  return found;
}

export interface Places {
  /** Folders of executables, the first that will do wins. */
  path: string[];
  /** Where Pulumi's own tools keep CLIs: `bin`, and `versions/<version>/bin`. */
  home: string;
  /** Tried in this order where there is none. */
  sources: Source[];
}

/** Finds or installs the CLI. Fails with every place that was tried, and why it would not do. */
export async function choosePulumi({ path, home, sources }: Places): Promise<Installation> {
  const reasons: string[] = [];
  const attempt = (action: () => Promise<Installation | undefined>) =>
    action().catch((error: unknown) => {
      if (error instanceof InterruptedError) throw error;
      reasons.push(error instanceof Error ? error.message : String(error));
      return undefined;
    });
  for (const folder of [...path, ...(await listFolders(home))]) {
    const installation = await attempt(() => findInstallation(folder, path));
    if (installation !== undefined) return installation;
  }
  for (const source of sources) {
    const installation = await attempt(async () => {
      await source.require();
      return installOnce(source, join(home, "versions", source.version));
    });
    if (installation !== undefined) return installation;
  }
  throw new UnavailableError(
    `There is no pulumi CLI of version ${minimumVersion} or newer, and it could not be installed: ${reasons.join("; ")}. ` +
      "Install it from https://www.pulumi.com/docs/install, or Go 1.26 or newer, and run this again.",
  );
}

async function listFolders(home: string): Promise<string[]> {
  const versions = await readdir(join(home, "versions")).catch(() => []);
  return [join(home, "bin"), ...newestFirst(versions).map((version) => join(home, "versions", version, "bin"))];
}
