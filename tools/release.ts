import { execFileSync } from "node:child_process";
import { globSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readText, repositoryRoot } from "./engine/local.ts";
import { type Candidate, findObstacles, notesOf } from "./release/obstacles.ts";
import { publication } from "./release/publication.ts";

/*
 * check [tag]   lists the files of the package, and fails if it can't be released, with the reasons
 * notes         prints the changelog's section on this version
 */

const pages = globSync(["README.md", "SECURITY.md", "docs/**/*.md"], { cwd: repositoryRoot });

const [command, tag] = process.argv.slice(2);

const candidate: Candidate = {
  tag,
  manifest: JSON.parse(readText("package.json")),
  publication,
  changelog: readText("CHANGELOG.md"),
  pending: readdirSync(join(repositoryRoot, ".changeset")).filter((name) => /(?<!README)\.md$/.test(name)),
  pages: Object.fromEntries(pages.map((path) => [path, readText(path)])),
};

if (command === "check") {
  execFileSync("npm", ["pack", "--dry-run"], { cwd: repositoryRoot, stdio: "inherit" });
  for (const obstacle of findObstacles(candidate)) {
    console.error(obstacle);
    process.exitCode = 1;
  }
} else if (command === "notes") {
  console.log(notesOf(candidate.changelog, candidate.manifest.version) ?? "");
} else {
  throw new Error("Say check or notes.");
}
