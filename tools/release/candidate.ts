import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { version as pluginVersion } from "../../sdk/native/release.ts";
import { repositoryRoot } from "../engine/local.ts";
import type { Candidate } from "./obstacles.ts";

const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");
const versionIn = (path: string) => (JSON.parse(read(path)) as { version: string }).version;

/** Files that contain people's names or addresses. */
const named = [".github/CODEOWNERS", ".github/ISSUE_TEMPLATE/config.yml", "SECURITY.md", "package.json"];

/** Reads the working tree as a release. */
export const readCandidate = (tag: string | undefined): Candidate => ({
  tag,
  manifest: JSON.parse(read("package.json")),
  versions: {
    "sdk/native/release.ts": pluginVersion,
    "schema.json": versionIn("schema.json"),
    "package-lock.json": versionIn("package-lock.json"),
  },
  changelog: read("CHANGELOG.md"),
  pending: readdirSync(join(repositoryRoot, ".changeset")).filter((name) => /(?<!README)\.md$/.test(name)),
  texts: Object.fromEntries(named.map((path) => [path, read(path)])),
});
