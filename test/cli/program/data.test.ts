import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { driftInWords } from "../../../cli/drift/words.ts";
import { yaml } from "../../../cli/keep/yaml.ts";
import { construction } from "../../../cli/program/source.ts";
import { renderMarkdown } from "../../../cli/report/render.ts";
import { asJson, neutralized } from "../../../cli/terminal/output.ts";
import { exactText } from "../../../model/kinds/value-type.ts";
import { driftOn, update } from "../preview/steps.ts";

/** Every character of Unicode that controls, separates or is invisible, within and around text, and with what escapes look like. */
const texts = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
  .filter((character) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\ufffe\uffff]/u.test(character))
  .map((character) => `${character}: #a${character}b`)
  .concat(
    "\ud800",
    "\udfff x",
    "a\r\nb",
    "\\u202e",
    '"\u202e"',
    "שלום\u200f, 'x'",
    "`\u202e`",
    "| \u202e |",
    "two  spaces",
  );

/** The code spans of a line, as GitHub reads them. */
const codeIn = (line: string) =>
  [...line.matchAll(/(?<!`)(`+)(?!`)\s?(.*?)\s?(?<!`)\1(?!`)/g)].map(([, , code = ""]) => code);

const formats: Record<string, { print: (value: string) => string; read: (printed: string) => unknown }> = {
  JSON: {
    print: (text) => asJson({ [text]: text }, 2),
    read: (printed) => Object.entries(JSON.parse(printed))[0]?.[1],
  },
  TypeScript: {
    print: (text) => construction("return f", { name: text, properties: { [text]: text }, options: { text } }),
    read: (printed) => new Function("f", printed)((name: string) => name),
  },
  YAML: {
    print: (text) => yaml.property("title", text, exactText(z.string())) ?? "",
    read: (printed) => String(parse(printed).title).replaceAll("$$", "$"),
  },
  "a comment in Markdown": {
    print: (name) =>
      renderMarkdown(driftInWords(driftOn(update("Service", "api", [{ name: "API" }, { name }, { name: "API" }])))),
    read(printed) {
      const [code = ""] = codeIn(printed.trim().split("\n").at(-1) ?? "");
      return code.startsWith('"') ? JSON.parse(code) : code;
    },
  },
};

test.each(Object.entries(formats))(
  "[MSG-2] %s reads back with every character, and the terminal escapes nothing of it",
  (_, { print, read }) => {
    const changed = texts.filter((text) => {
      const printed = print(text);
      return neutralized(printed) !== printed || read(printed) !== text;
    });
    expect(changed.map((text) => JSON.stringify(text))).toEqual([]);
  },
);
