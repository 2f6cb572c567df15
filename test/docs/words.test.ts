import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";

/** The docs, what an editor shows, and messages. docs/troubleshooting is generated from the messages. */
const texts = [
  ...["*.md", "model/problem.ts", "provider/errors/*.ts", "model/kinds/*.ts", "emulator/*.ts", "cli/*.ts"],
  ...[":!docs/troubleshooting/", ":!.github", ":!.changeset"],
];

const list = (...patterns: string[]) =>
  execFileSync("git", ["ls-files", ...patterns], { cwd: repositoryRoot, encoding: "utf8" })
    .trim()
    .split("\n");

type Phrases = readonly (readonly [pattern: RegExp, instead: string])[];

/** Phrases that sound translated wherever they stand, and their replacements. */
const everywhere: Phrases = [
  [/\bof which\b/gi, "whose, or a sentence of its own"],
  [/\bthat of\b/gi, "the noun again, or a possessive"],
  [/(?<=^|[.!?:|] |\*\* )Of (?=[a-z])/gm, "the thing itself, as the subject"],
];

/** Phrases that sound translated in what users read. */
const habits: Phrases = [
  ...everywhere,
  [/\bby hand\b/gi, "manually, outside Pulumi, in the control panel"],
  [/\banew\b/gi, "again, replaces"],
  [/(?<!\bleave (it|them) )\balone\b/gi, "only"],
  [/\b(and|by|to|with) nothing else\b|\bnothing else is\b/gi, "only"],
  [/(?<=^|[.!|] |[-*] )What [^.?!|:]+\.(?= |$)/gm, "the thing itself, as the subject"],
  [/\b(says?|said|answers?) no\b/gi, "rejects, declines"],
  [/\b(dynamic|native|both|either|two) ways?\b(?!,)/gi, "the dynamic provider, the native provider"],
  [/(?<!\bfind your )\banswer(s|ed|ing)?\b/gi, "response, responds, returns"],
  [/\b(an?|the|this|our|native|without|with|by) plug-?in\b/gi, "the native provider"],
];

/** British spellings, also within names, and their American ones. */
const british: Phrases = [
  [
    /(organ|recogn|author|normal|formal|special|serial|initial|final|local|central|general|capital|optim|minim|maxim|summar|synchron|categor|custom|standard|random|util|priorit|parameter|emphas)is(e|ed|es|er|ing|ation)(?![a-z])/gi,
    "-ize",
  ],
  [/analys(e|ed|es|ing)\b/gi, "-yze"],
  [/(colo|behavio|favo|hono|neighbo|flavo|labo|harbo|rumo|humo|endeavo)ur/gi, "-or"],
  [/(cancel|label|level|model|signal|channel|total|travel)l(ed|ing|er|ation)(?<!cancellation)/gi, "one l"],
  [/(licen|defen|offen|preten)ce/gi, "-nse"],
  [/(catal)ogue/gi, "-og"],
  [/\b(cent|theat|met|lit|fib)res?\b/gi, "-er"],
  [/\b(e-mail|look-up|time-out)|(?<!#)\bset-up/gi, "one word"],
  [/[lL]ookUp|\bsetUp\b/g, "one word: lookup, setup"],
  [/\b(whil|among)st\b|\btowards\b|\b(learn|spel|burn)t\b/gi, "while, among, toward, learned"],
  [
    /\b(grey|judgement|artefact|fulfil|practis(e|ed|ing)|sceptic\w*|programme)\b/gi,
    "gray, judgment, artifact, fulfill",
  ],
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

/** The comments of a file, without what opens each line, so that a sentence may begin it. */
const commentsIn = (source: string) =>
  source
    .replace(/^(?! *(\/\*|\*|\/\/|# )).*$/gm, "")
    .replace(/^ *(\/\*\*?|\*\/|\*|\/\/|#) ?/gm, "")
    .replace(/`[^`\n]*`/g, blank);

const find = (path: string, text: string, expressions: Phrases) =>
  expressions.flatMap(([pattern, instead]) =>
    // A phrase may be broken over two lines.
    [...text.matchAll(new RegExp(pattern.source.replaceAll(" ", "\\s+"), pattern.flags))].map(({ 0: words, index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${path}:${line}: "${words.replace(/\s+/g, " ").trim()}". Instead: ${instead}.`;
    }),
  );

test.each(list(...texts))("%s has no phrase that sounds translated", (path) => {
  expect(find(path, path.endsWith(".md") ? proseIn(readText(path)) : messagesIn(readText(path)), habits)).toEqual([]);
});

test("no comment has a phrase that sounds translated", () => {
  const paths = list("*.ts", "*.mjs", "*.go", "*.yml", ":!test/docs/words.test.ts");
  // Whoever learns the core reads its comments as users read the docs.
  const phrasesFor = (path: string) => (path.startsWith("provider/") ? habits : everywhere);
  expect(paths.flatMap((path) => find(path, commentsIn(readText(path)), phrasesFor(path)))).toEqual([]);
});

test("docs, messages, code and the names of files have American spelling", () => {
  const paths = list("*", ":!package-lock.json", ":!*.png", ":!test/docs/words.test.ts");
  expect(find("the name of a file", paths.join("\n"), british)).toEqual([]);
  expect(paths.flatMap((path) => find(path, readText(path), british))).toEqual([]);
});
