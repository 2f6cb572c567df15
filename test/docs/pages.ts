import { globSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";

export interface Block {
  /** File and line, for messages: `docs/guides/drift.md:12`. */
  readonly place: string;
  /** The language of a fence, `hidden` for an HTML comment, or empty for indented code. */
  readonly language: string;
  readonly text: string;
  /** The name of its file, if the first line is a comment with one: `// index.ts`, `# Pulumi.yaml`. */
  readonly file: string | undefined;
}

export interface Page {
  readonly path: string;
  readonly blocks: readonly Block[];
  readonly phrases: readonly string[];
  readonly links: readonly string[];
  readonly headings: readonly string[];
}

/** Returns the pages of the site, and those of the examples and of the folders of the code. */
export const readPages = (): Page[] =>
  globSync(["*.md", "{docs,emulator,model,provider,sdk,cli,tools,examples}/**/*.md"], { cwd: repositoryRoot })
    .sort()
    .map((path) => readPage(path, readText(path)));

const markdown = new MarkdownIt({ html: true });

export function readPage(path: string, text: string): Page {
  const tokens = markdown.parse(text, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const links = inline.flatMap((token) => [token.attrGet("href"), token.attrGet("src")]);
  const pictures = [...text.matchAll(/<img [^>]*?src="([^"]+)"/g)].map(([, source = ""]) => source);
  return {
    path,
    blocks: tokens.flatMap(({ type, info, content, map }) => {
      const language = { fence: info, code_block: "", html_block: "hidden" }[type];
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

const fileOf = (text: string) => /^(?:\/\/|#) ([\w./-]+\.\w+)$/m.exec(text.split("\n", 1)[0] ?? "")?.[1];
