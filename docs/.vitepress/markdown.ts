import { existsSync, globSync, statSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
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
        const page = (env.realPath ?? env.path).slice(root.length);
        const address = href === null ? undefined : addressOnSite(page, href);
        if (address === undefined) continue;
        // The site's router is for its pages, and knows the folder that the site lies in.
        const isPage = !address.startsWith("/files/");
        token.attrSet("href", isPage ? address : relativeTo(`/${addressOf(page)}`, address));
        if (!isPage) token.attrSet("target", "_self");
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

/**
 * Where a relative link of a page leads on the site: from its root, a page by its Markdown.
 *
 * @returns undefined where the link leads to another host or stays on the page
 */
export function addressOnSite(page: string, href: string): string | undefined {
  if (/^([a-z]+:|#|\/)/.test(href)) return undefined;
  const [path = "", anchor] = href.split("#");
  const file = posix.join(posix.dirname(page), path);
  if (!existsSync(join(root, file))) throw new Error(`${page} links to ${href}, and there is no ${file}.`);
  if (file.endsWith(".md")) return `/${addressOf(file)}${anchor === undefined ? "" : `#${anchor}`}`;
  linkedFiles.add(file);
  return `/${copyOf(file)}`;
}

/** A link from one place on the site to another, which works in any folder of a server. */
export const relativeTo = (from: string, address: string): string => posix.relative(posix.dirname(from), address);

/** Where a browser shows it: a picture as it is, another file as text, a folder as a list of its files. */
function copyOf(path: string): string {
  if (statSync(join(root, path)).isDirectory()) return `files/${path}.html`;
  return `files/${path}${/\.(txt|png)$/.test(path) ? "" : ".txt"}`;
}

/** Copies what pages link to. */
export async function keepFiles(outDir: string): Promise<void> {
  for (const path of linkedFiles) {
    const target = join(outDir, copyOf(path));
    await mkdir(dirname(target), { recursive: true });
    if (!statSync(join(root, path)).isDirectory()) {
      await copyFile(join(root, path), target);
      continue;
    }
    const inside = globSync(`${path}/**/*.*`, { cwd: root }).sort();
    const items = inside.map((file) => `<li><a href="${relativeTo(copyOf(path), copyOf(file))}">${file}</a></li>`);
    await writeFile(target, `<!doctype html><title>${path}</title><ul>${items.join("")}</ul>`);
    // Of a set, a loop sees what is added while it runs.
    for (const file of inside) linkedFiles.add(file);
  }
}
