import { readFileSync, statSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import manifest from "../../package.json" with { type: "json" };
import { addressOf, pagesOffSite, readSidebar, root } from "./pages.ts";

/** Files other than pages that pages link to, such as programs and workflows. */
const linkedFiles = new Set<string>();

/**
 * Rewrites links to files. Pages use paths relative to themselves, so that the links also work on GitHub. On the site,
 * pages have other paths, and files other than pages are copies.
 */
export function followLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("links-of-the-repository", ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        const page = (env.realPath ?? env.path).slice(root.length);
        const address = href === null ? undefined : addressOnSite(page, href);
        if (address === undefined) continue;
        // The site's router adds its base folder, but only to the addresses of pages.
        const isPage = !address.startsWith("/files/");
        token.attrSet("href", isPage ? address : relativeTo(`/${addressOf(page)}`, address));
        if (!isPage) token.attrSet("target", "_self");
      }
    }
  });
}

/** Highlights indented code, which is always a command on these pages, like a fence of `sh`. */
export function showCommands(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("indented-commands", ({ tokens }) => {
    for (const token of tokens) if (token.type === "code_block") Object.assign(token, { type: "fence", info: "sh" });
  });
}

/**
 * Returns the address on the site to which a relative link leads.
 *
 * @returns undefined for links to other hosts and within the page
 */
function addressOnSite(page: string, href: string): string | undefined {
  if (/^([a-z]+:|#|\/)/.test(href)) return undefined;
  const [path = "", anchor] = href.split("#");
  const file = posix.join(posix.dirname(page), path);
  if (!statSync(join(root, file), { throwIfNoEntry: false })?.isFile())
    throw new Error(`${page} links to ${href}, and there is no ${file}.`);
  if (file.endsWith(".md") && !pagesOffSite.includes(file))
    return `/${addressOf(file)}${anchor === undefined ? "" : `#${anchor}`}`;
  linkedFiles.add(file);
  return `/${copyOf(file)}`;
}

/** Returns a relative link between two addresses on the site, which works if a server has the site in a folder. */
const relativeTo = (from: string, address: string): string => posix.relative(posix.dirname(from), address);

/** Returns the address of a file's copy. Pictures are unchanged, other files are text. */
const copyOf = (path: string): string => `files/${path}${/\.(txt|png|svg)$/.test(path) ? "" : ".txt"}`;

/** Copies the files that pages link to. */
export async function keepFiles(outDir: string): Promise<void> {
  for (const path of linkedFiles) {
    const target = join(outDir, copyOf(path));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(root, path), target);
  }
}

/**
 * Writes each page of the site as Markdown beside its HTML, and a list of the pages in `llms.txt`, so that assistants
 * needn't read HTML (https://llmstxt.org).
 *
 * @param pages paths in the repository
 */
export async function writePlainPages(pages: readonly string[], outDir: string): Promise<void> {
  for (const page of pages) {
    const target = join(outDir, addressOf(page));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, plain(page));
  }
  await writeFile(join(outDir, "llms.txt"), list());
}

/** Returns the Markdown of a page, with its links adapted to the site. */
const plain = (page: string): string =>
  read(page).replaceAll(/(?<=\]\(|src=")[^)\s"]+/g, (href) => {
    const address = addressOnSite(page, href);
    return address === undefined ? href : relativeTo(`/${addressOf(page)}`, address);
  });

function list(): string {
  const sections = readSidebar().map(({ text, items }) => {
    const links = items.map((item) => `- [${item.text}](${item.link.slice(1)})${opening(item.path)}`);
    return `## ${text}\n\n${links.join("\n")}\n`;
  });
  return `# ${manifest.name}\n\n> ${manifest.description}\n\nVersion ${manifest.version}.\n\n${sections.join("\n")}`;
}

/** Returns the first sentence of a page, without links. */
function opening(page: string): string {
  const [, sentence] = /^# .+\n\n([A-Z](?:.|\n(?!\n))*?\.)(?=\s)/m.exec(read(page)) ?? [];
  return sentence === undefined ? "" : `: ${sentence.replaceAll(/\[(.+?)\]\(.+?\)/gs, "$1").replaceAll(/\s+/g, " ")}`;
}

const read = (page: string) => readFileSync(join(root, page), "utf8");
