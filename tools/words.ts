import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findHabits } from "./check/words.ts";
import { repositoryRoot } from "./engine/local.ts";

/*
 * Finds phrases that sound translated, in the docs and in the messages of errors and commands. docs/troubleshooting.md
 * is generated from errors/, which is checked instead.
 */
const texts = ["*.md", "errors/*.ts", "cli/*.ts", ":!docs/troubleshooting.md", ":!.github", ":!.changeset"];

const paths = execFileSync("git", ["ls-files", ...texts], { cwd: repositoryRoot, encoding: "utf8" })
  .trim()
  .split("\n");
for (const path of paths) {
  for (const { line, words, instead } of findHabits(readFileSync(join(repositoryRoot, path), "utf8"), path)) {
    console.error(`${path}:${line}: "${words}". Instead: ${instead}.`);
    process.exitCode = 1;
  }
}
