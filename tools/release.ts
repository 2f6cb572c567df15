import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "./engine/local.ts";
import { main } from "./main.ts";
import { readCandidate } from "./release/candidate.ts";
import { findObstacles, notesOf } from "./release/obstacles.ts";
import { artifactFolder, findMismatch, type Identity, rehearse } from "./release/publish.ts";

/*
 * check [tag]   packs the working tree, rehearses publishing it, and fails if it can't be released, with the reasons
 * notes         prints the changelog's section on this version
 * version       copies the version of package.json to the plugin
 */
const releaseFile = join(repositoryRoot, "sdk/native/release.ts");

async function check(tag: string | undefined): Promise<number> {
  const candidate = readCandidate(tag);
  const mismatch = findMismatch(await packAndRehearse(), candidate.manifest);
  const obstacles = [...findObstacles(candidate), ...(mismatch === undefined ? [] : [mismatch])];
  for (const obstacle of obstacles) console.error(obstacle);
  return obstacles.length === 0 ? 0 : 1;
}

async function packAndRehearse(): Promise<Identity> {
  const root = await mkdtemp(join(tmpdir(), "statushub-release-"));
  try {
    const folder = join(root, artifactFolder);
    await mkdir(folder);
    await promisify(execFile)("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: repositoryRoot });
    return await rehearse(root);
  } finally {
    await rm(root, { recursive: true });
  }
}

async function notes(): Promise<number> {
  const { changelog, manifest } = readCandidate(undefined);
  console.log(notesOf(changelog, manifest.version) ?? "");
  return 0;
}

async function setVersion(): Promise<number> {
  const { version } = readCandidate(undefined).manifest;
  const text = await readFile(releaseFile, "utf8");
  await writeFile(releaseFile, text.replace(/(?<=export const version = ")[^"]*/, version));
  return 0;
}

await main(() => {
  const [command, argument] = process.argv.slice(2);
  if (command === "check") return check(argument);
  if (command === "notes") return notes();
  if (command === "version") return setVersion();
  throw new Error("Say check, notes or version.");
});
