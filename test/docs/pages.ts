import { globSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";

export type Page = ReturnType<typeof readPage>;
export type Block = Page["blocks"][number];

/** Returns the pages of the site, and those of the examples and of the folders of the code. */
export const readPages = (): Page[] =>
  globSync(["*.md", "{docs,emulator,model,provider,sdk,cli,tools,examples}/**/*.md"], { cwd: repositoryRoot })
    .sort()
    .map((path) => readPage(path, readText(path)));

const markdown = new MarkdownIt({ html: true });

export function readPage(path: string, text: string) {
  const tokens = markdown.parse(text, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const links = inline.flatMap((token) => [token.attrGet("href"), token.attrGet("src")]);
  const pictures = [...text.matchAll(/<img [^>]*?src="([^"]+)"/g)].map(([, source = ""]) => source);
  return {
    path,
    blocks: tokens.flatMap(({ type, info, content, map }) => {
      /** The language of a fence, `hidden` for an HTML comment, or empty for indented code. */
      const language = { fence: info, code_block: "", html_block: "hidden" }[type];
      /** File and line, for messages: `docs/guides/drift.md:12`. */
      const place = `${path}:${(map?.[0] ?? 0) + 1}`;
      return language === undefined ? [] : [{ place, language, text: content, file: fileOf(content) }];
    }),
    phrases: inline.filter(({ type }) => type === "code_inline").map(({ content }) => content),
    links: [...links.filter((link) => link !== null).map(String), ...pictures],
    headings: tokens.flatMap((token, index) =>
      token.type === "heading_open" ? [tokens[index + 1]?.content ?? ""] : [],
    ),
  };
}

/** The name of a block's file, if the first line is a comment with one: `// index.ts`, `# Pulumi.yaml`. */
const fileOf = (text: string) => /^(?:\/\/|#) ([\w./-]+\.\w+)$/m.exec(text.split("\n", 1)[0] ?? "")?.[1];
