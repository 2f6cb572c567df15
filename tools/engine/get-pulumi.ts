import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { describeWanted, findInstallation, type Installation, install, type Source } from "./installation.ts";
import { goBuild, officialDownload, pinnedVersion } from "./sources.ts";
import { InterruptedError } from "./step.ts";

const found = new Map<string | undefined, Promise<Installation>>();

/**
 * Returns the pulumi CLI of this machine: one on PATH or in Pulumi's own folder that is recent and complete, or else
 * one that we download or build into that folder. That takes minutes, once per machine, with progress on stderr.
 *
 * @param version the only one that is accepted, for tests: a new release must not fail them without a commit. @default each
 * that we support
 */
export function getPulumi(version?: string): Promise<Installation> {
  const chosen =
    found.get(version) ??
    choosePulumi({
      path: (process.env.PATH ?? "").split(delimiter).filter(Boolean),
      home: process.env.PULUMI_HOME || join(homedir(), ".pulumi"),
      sources: [officialDownload, goBuild].map((source) => source(version ?? pinnedVersion)),
      version,
    });
  found.set(version, chosen);
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
  const reasons: string[] = [];
  const wanted = { version, otherFolders: path };
  const attempt = (action: () => Promise<Installation | undefined>) =>
    action().catch((error: unknown) => {
      if (error instanceof InterruptedError) throw error;
      reasons.push(error instanceof Error ? error.message : String(error));
      return undefined;
    });
  for (const folder of [...path, ...(await listFolders(home))]) {
    const installation = await attempt(() => findInstallation(folder, wanted));
    if (installation !== undefined) return installation;
  }
  for (const source of sources) {
    const installation = await attempt(() => install(source, join(home, "versions", source.version)));
    if (installation !== undefined) return installation;
  }
  throw new Error(
    `There is no pulumi CLI of version ${describeWanted(wanted)}, and it could not be installed: ${reasons.join("; ")}. ` +
      "Install it from https://www.pulumi.com/docs/install, or Go 1.26.6 or newer, and run this again.",
  );
}

async function listFolders(home: string): Promise<string[]> {
  const versions = await readdir(join(home, "versions")).catch(() => []);
  const newestFirst = versions.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return [join(home, "bin"), ...newestFirst.map((version) => join(home, "versions", version, "bin"))];
}
