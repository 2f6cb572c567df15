import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../../tools/engine/local.ts";

/** The docs, what an editor shows, and messages. docs/troubleshooting is generated from errors/. */
const texts = [
  ...["*.md", "errors/*.ts", "kinds/*.ts", "policy/*.ts", "emulator/*.ts", "cli/*.ts"],
  ...[":!docs/troubleshooting*", ":!.github", ":!.changeset"],
];

const paths = execFileSync("git", ["ls-files", ...texts], { cwd: repositoryRoot, encoding: "utf8" });

/** Phrases that sound translated, and their replacements. */
const habits: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bby hand\b/gi, "manually, outside Pulumi, in the control panel"],
  [/\banew\b/gi, "again, replaces"],
  [/(?<!\bleave (it|them) )\balone\b/gi, "only"],
  [/\b(and|by|to|with) nothing else\b|\bnothing else is\b/gi, "only"],
  [/(?<=^|[.!|] |[-*] )What [^.?!|:]+\.(?= |$)/gm, "the thing itself, as the subject"],
  [/\bof which\b/gi, "whose, or a sentence of its own"],
  [/\b(says?|said|answers?) no\b/gi, "rejects, declines"],
  [/\b(dynamic|native|both|either|two) ways?\b(?!,)/gi, "the dynamic provider, the native provider"],
  [/(?<!\bfind your )\banswer(s|ed|ing)?\b/gi, "response, responds, returns"],
  [/\b(an?|the|this|our|native|without|with|by) plug-?in\b/gi, "the native provider"],
];

const blank = (text: string) => text.replace(/[^\n]/g, " ");

/** The prose of a page and the comments in its code. Code itself uses names from Pulumi and the API. */
const proseIn = (markdown: string) =>
  markdown
    .replace(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replace(/^(?!.*(\/\/|#) ).*$/gm, blank))
    .replace(/`[^`\n]+`/g, blank);

/** The texts in the code of a module: users see neither its comments nor its names. */
const messagesIn = (source: string) =>
  source
    .replace(/^ *(\/\*|\*|\/\/).*$/gm, blank)
    .replace(/`[^`]*`|"(?:[^"\\\n]|\\.)*"|[\s\S]/g, (part) => (part.length > 1 ? part : blank(part)));

test.each(paths.trim().split("\n"))("%s has no phrase that sounds translated", (path) => {
  const text = readFileSync(join(repositoryRoot, path), "utf8");
  const read = path.endsWith(".md") ? proseIn(text) : messagesIn(text);
  const found = habits.flatMap(([pattern, instead]) =>
    // A phrase may be broken over two lines.
    [...read.matchAll(new RegExp(pattern.source.replaceAll(" ", "\\s+"), pattern.flags))].map(({ 0: words, index }) => {
      const line = read.slice(0, index).split("\n").length;
      return `${path}:${line}: "${words.replace(/\s+/g, " ").trim()}". Instead: ${instead}.`;
    }),
  );
  expect(found).toEqual([]);
});
