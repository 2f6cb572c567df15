import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { commandLine } from "../../cli/command-line.ts";
import manifest from "../../package.json" with { type: "json" };
import { readText, repositoryRoot } from "../../tools/engine/local.ts";

// If the project has no such command, `npx <name>` installs and runs the package of that name. So with any name other than
// ours, its publisher could run code on our users' machines.
test("the command has the name of the package", () => {
  expect(Object.keys(manifest.bin)).toEqual([manifest.name]);
  expect(commandLine.name()).toBe(manifest.name);
});

test("no text uses another name for the command", () => {
  const verbs = commandLine.commands.map((command) => command.name());
  const wrong = new RegExp(
    `\\bnpx(\\s+-\\S+)*\\s+statushub\\b|(?<![\\w/:.@-])statushub\\s+(${verbs.join("|")}|<command>)`,
    "g",
  );
  const found = texts.flatMap((file) => [...readText(file).matchAll(wrong)].map(([text]) => `${file}: ${text}`));
  expect(verbs).toContain("drift");
  expect(texts.length).toBeGreaterThan(400);
  expect(found).toEqual([]);
});

const folders = "{.github,api,bench,cli,docs,emulator,examples,plugin,provider,sdk,test,tools}";
const texts = globSync(["*.{md,json,yaml,ts}", `${folders}/**/*.{md,ts,json,yml,yaml,txt,py,go}`], {
  cwd: repositoryRoot,
  exclude: ["**/node_modules/**", "docs/.vitepress/{cache,dist}/**", "test/cli/name.test.ts"],
});
