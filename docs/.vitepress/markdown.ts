import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { addressOf, isOnSite, root } from "./pages.ts";

/**
 * Rewrites relative links, which lead to files of the repository, so that they also work on GitHub. On the site, pages have
 * other addresses, and files other than pages are only in the repository.
 *
 * @param repository undefined if it has no address yet
 */
export function followLinks(markdown: MarkdownRenderer, repository: string | undefined): void {
  markdown.core.ruler.push("links-of-the-repository", ({ tokens, env }) => {
    const folder = posix.dirname((env.realPath ?? env.path).slice(root.length));
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href === null || /^([a-z]+:|#)/.test(href)) continue;
      const [path = "", ...anchor] = href.split(/(?=#)/);
      const target = targetOf(posix.join(folder, path), repository);
      if (target !== undefined) token.attrSet("href", target + anchor.join(""));
    }
  });
}

/** Where a file of the repository is for a reader of the site; undefined if nowhere. */
function targetOf(file: string, repository: string | undefined): string | undefined {
  if (isOnSite(file)) return `/${addressOf(file)}`;
  return repository === undefined ? undefined : `${repository}/blob/main/${file}`;
}
