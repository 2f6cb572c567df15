import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/*
 * Runs in the job that may publish, where no code from node_modules may run: only imports Node's modules, and calls
 * npm.
 */

export interface Identity {
  readonly name: string;
  readonly version: string;
}

/** The folder of the tarball, below the one in which npm runs. */
export const artifactFolder = "artifacts";

const flags = ["--ignore-scripts", "--provenance", "--access", "public"];

const run = promisify(execFile);

/** Asks npm which package and version the publishing command would publish. */
export async function rehearse(root: string, ...more: string[]): Promise<Identity> {
  const { stdout } = await run("npm", [...(await publishCommand(root)), ...more, "--dry-run", "--json"], { cwd: root });
  const said = JSON.parse(stdout) as Identity | Record<string, Identity>;
  // Newer versions of npm key the output by the name of the package.
  const [packed] = "version" in said ? [said as Identity] : Object.values(said);
  if (packed === undefined) throw new Error(`npm publish --dry-run names no package: ${stdout}`);
  return packed;
}

/** Publishes the tarball. If exactly this one is already published, as when a job is rerun, does nothing. */
export async function publish(root: string, manifest: Identity, ...more: string[]): Promise<string> {
  const id = idOf(manifest);
  const published = await readPublished(root, id);
  const integrity = await hashTarball(root);
  if (published === integrity) return `${id} is published already, with the same content.`;
  if (published !== undefined) {
    throw new Error(
      `${id} is published already with other content (${published}, and here it is ${integrity}). Release the next version.`,
    );
  }
  const problem = findMismatch(await rehearse(root, ...more), manifest);
  if (problem !== undefined) throw new Error(problem);
  await run("npm", [...(await publishCommand(root)), ...more], { cwd: root });
  return `Published ${id}.`;
}

/** Returns why npm would publish something other than this package; undefined if it wouldn't. */
export function findMismatch(packed: Identity, manifest: Identity): string | undefined {
  if (idOf(packed) === idOf(manifest)) return undefined;
  return `npm would publish ${idOf(packed)}, and package.json has ${idOf(manifest)}.`;
}

const idOf = ({ name, version }: Identity) => `${name}@${version}`;

async function findTarball(root: string): Promise<string> {
  const names = await readdir(join(root, artifactFolder));
  const [tarball, ...others] = names.filter((name) => name.endsWith(".tgz"));
  if (tarball !== undefined && others.length === 0) return tarball;
  throw new Error(`${artifactFolder} must hold one .tgz to publish; it holds ${names.join(", ") || "nothing"}.`);
}

/** The hash in the form of npm's registry. */
async function hashTarball(root: string): Promise<string> {
  const content = await readFile(join(root, artifactFolder, await findTarball(root)));
  return `sha512-${createHash("sha512").update(content).digest("base64")}`;
}

/** Without the leading `./`, npm takes the path for a repository on GitHub and publishes that. */
const publishCommand = async (root: string): Promise<string[]> => [
  "publish",
  `./${artifactFolder}/${await findTarball(root)}`,
  ...flags,
];

async function readPublished(root: string, id: string): Promise<string | undefined> {
  try {
    const { stdout } = await run("npm", ["view", id, "dist.integrity", "--json"], { cwd: root });
    // Empty if the package exists but not this version.
    return stdout.trim() === "" ? undefined : (JSON.parse(stdout) as string);
  } catch (error) {
    const { stdout = "" } = error as { stdout?: string };
    if (/"code": "E404"/.test(stdout)) return undefined;
    throw error;
  }
}
