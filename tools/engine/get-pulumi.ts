import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { describeWanted, findInstallation, type Installation, install, type Source } from "./installation.ts";
import { goBuild, officialDownload, pinnedVersion } from "./sources.ts";
import { InterruptedError } from "./step.ts";

/** By the version that was asked for, so that a process looks only once. */
const installations = new Map<string | undefined, Promise<Installation>>();

/**
 * Returns the pulumi CLI of this machine: one on PATH or in Pulumi's own folder that is recent and complete, or else
 * one that we download or build into that folder. That takes minutes, once per machine, with progress on stderr.
 *
 * @param version the only one that is accepted, for tests: a new release must not fail them without a commit. @default each
 * that we support
 */
export function getPulumi(version?: string): Promise<Installation> {
  const earlier = installations.get(version);
  if (earlier !== undefined) return earlier;
  const chosen = choosePulumi({
    path: (process.env.PATH ?? "").split(delimiter).filter(Boolean),
    home: process.env.PULUMI_HOME || join(homedir(), ".pulumi"),
    sources: [officialDownload, goBuild].map((source) => source(version ?? pinnedVersion)),
    version,
  });
  installations.set(version, chosen);
  return chosen;
}

export interface Places {
  /** Folders to search for executables; the first suitable one wins. */
  path: string[];
  /** Where Pulumi's own tools keep CLIs: `bin`, and `versions/<version>/bin`. */
  home: string;
  /** Tried in this order if none is found. */
  sources: Source[];
  version?: string | undefined;
}

/** Finds or installs the CLI. On failure, lists every place that was tried, and why it failed. */
export async function choosePulumi({ path, home, sources, version }: Places): Promise<Installation> {
  const wanted = { version, otherFolders: path };
  const reasons: string[] = [];
  for (const folder of [...path, ...(await listFolders(home))]) {
    const found = await findInstallation(folder, wanted).catch((error: unknown) => noteReason(reasons, error));
    if (found !== undefined) return found;
  }
  for (const source of sources) {
    const target = join(home, "versions", source.version);
    const installed = await install(source, target).catch((error: unknown) => noteReason(reasons, error));
    if (installed !== undefined) return installed;
  }
  throw new Error(
    `There is no pulumi CLI of version ${describeWanted(wanted)}, and it could not be installed: ${reasons.join("; ")}. ` +
      "Install it from https://www.pulumi.com/docs/install, or Go 1.26.6 or newer, and run this again.",
  );
}

/** Goes on after a place or a source that doesn't work, unless the user has interrupted it. */
function noteReason(reasons: string[], error: unknown): undefined {
  if (error instanceof InterruptedError) throw error;
  reasons.push(error instanceof Error ? error.message : String(error));
}

async function listFolders(home: string): Promise<string[]> {
  const versions = await readdir(join(home, "versions")).catch(() => []);
  const newestFirst = versions.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return [join(home, "bin"), ...newestFirst.map((version) => join(home, "versions", version, "bin"))];
}
