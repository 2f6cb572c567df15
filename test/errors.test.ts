import { globSync } from "node:fs";
import { expect, test } from "vitest";
import * as adopt from "../cli/errors/adopt.ts";
import * as command from "../cli/errors/command.ts";
import * as during from "../cli/errors/during.ts";
import { readText, repositoryRoot } from "../tools/engine/local.ts";
import { chapters, problemsOf } from "../tools/generate/troubleshooting.ts";

const files = globSync("{model,provider,sdk,emulator,cli}/**/*.ts", {
  cwd: repositoryRoot,
  exclude: ["**/errors/*", "**/errors.ts"],
});
const sources = files.map((file) => ({ file, text: readText(file) }));
const all = chapters.flatMap(problemsOf);

test("codes are unique, and in order from chapter to chapter", () => {
  const codes = all.map(([, { code }]) => code);

  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter((code) => !/^SH\d{4}$/.test(code))).toEqual([]);
  expect(codes).toEqual([...new Set(codes)].sort());
});

test("every problem is used", () => {
  const unused = all.filter(([name]) => !sources.some(({ text }) => new RegExp(`\\b${name}[.([)]`).test(text)));

  expect(unused.map(([name]) => name)).toEqual([]);
});

test("every variant of a problem is used", () => {
  const variants = chapters.flatMap(({ problems }) =>
    Object.entries(problems).flatMap(([name, value]) =>
      typeof value === "object" && value !== null
        ? Object.keys(value).flatMap((variant) => (variant === "explanation" ? [] : [{ name, variant }]))
        : [],
    ),
  );
  const isUsed = ({ name, variant }: (typeof variants)[number], text: string) =>
    new RegExp(`\\b${name}\\b`).test(text) && new RegExp(`\\.${variant}\\b|"${variant}"`).test(text);

  expect(variants.length).toBeGreaterThan(50);
  expect(variants.filter((one) => !sources.some(({ text }) => isUsed(one, text)))).toEqual([]);
});

test("every error that users see has its text in the catalog", () => {
  const literal =
    /new (StatusHub|Config|Operation|Partial|Network|Timeout|Canceled|List|ResponseShape|Command)Error\(\s*["'`]/;

  expect(sources.filter(({ text }) => literal.test(text)).map(({ file }) => file)).toEqual([]);
});

test("[MSG-3] a command that a message advises comes with the options of the run", () => {
  const problems = [adopt, command, during].flatMap((file) => Object.values(file));
  const messages = problems.flatMap(({ explanation }) => explanation.messages);
  const commands = /npx pulumi-statushub|pulumi (config|preview|stack|state|cancel|refresh)\b|[Rr]un pulumi/;

  expect(messages.length).toBeGreaterThan(50);
  expect(messages.filter((message) => commands.test(message))).toEqual([]);
});

test("every code has an entry, where a search ends", () => {
  const pages = globSync("docs/troubleshooting/*.md", { cwd: repositoryRoot });
  const text = pages.map((page) => readText(page)).join("\n");

  const place = (code: string) => new RegExp(`^### ${code}\n\n\\S`, "m");
  expect(all.filter(([, { code }]) => !place(code).test(text))).toEqual([]);
});

test("what helps adds something to its messages", () => {
  const repeating = all.filter(([, { messages, help }]) =>
    messages.some((message) => help !== undefined && message.includes(help)),
  );

  expect(repeating.map(([name]) => name)).toEqual([]);
});
