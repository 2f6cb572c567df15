import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { addressOf, root } from "./pages.ts";

/** Files that pages link to and that are no pages, such as programs and workflows. */
const linkedFiles = new Set<string>();

/**
 * Pages link to files of the repository by relative paths, so that the links work where the repository is read. On the site
 * a page has another path, and a file that is no page is shown as text.
 */
export function followLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("links-of-the-repository", ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (href !== null && !/^([a-z]+:|#|\/)/.test(href))
          token.attrSet("href", addressOnSite(env.realPath ?? env.path, href));
      }
    }
  });
}

/** Indented code is a command in these pages: it looks like one in a fence. */
export function showCommands(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("indented-commands", ({ tokens }) => {
    for (const token of tokens) if (token.type === "code_block") Object.assign(token, { type: "fence", info: "sh" });
  });
}

function addressOnSite(page: string, href: string): string {
  const [path = "", anchor] = href.split("#");
  const file = posix.join(posix.dirname(page.slice(root.length)), path);
  if (!existsSync(join(root, file))) throw new Error(`${page} links to ${href}, and there is no ${file}.`);
  if (file.endsWith(".md")) return `/${addressOf(file)}${anchor === undefined ? "" : `#${anchor}`}`;
  linkedFiles.add(file);
  return `/${copyOf(file)}`;
}

/** Where a browser shows it, as text. */
const copyOf = (file: string) => `files/${file}${file.endsWith(".txt") ? "" : ".txt"}`;

/** Copies what pages link to; of a folder, the names of its files. */
export async function keepFiles(folder: string): Promise<void> {
  for (const file of linkedFiles) {
    const target = join(folder, copyOf(file));
    await mkdir(dirname(target), { recursive: true });
    const isFolder = (await stat(join(root, file))).isDirectory();
    if (isFolder) await writeFile(target, (await readdir(join(root, file))).join("\n"));
    else await copyFile(join(root, file), target);
  }
}
