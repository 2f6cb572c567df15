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
      const file = posix.join(folder, path);
      if (isOnSite(file)) token.attrSet("href", `/${addressOf(file)}${anchor.join("")}`);
      else if (repository !== undefined) token.attrSet("href", `${repository}/blob/main/${file}${anchor.join("")}`);
    }
  });
}

/** Shows consecutive sections of code as tabs if their headings are languages. On GitHub, they stay sections. */
export function groupLanguages(markdown: MarkdownRenderer): void {
  const sections = /(?:^#+ (?:TypeScript|JavaScript|Python|Go|YAML)\n\n```.*?\n```\n+){2,}/gms;
  markdown.core.ruler.before("block", "tabs-of-languages", (state) => {
    state.src = state.src.replace(sections, (text) => {
      return `::: code-group\n\n${text.replace(/^#+ (\w+)\n\n```(\w+)/gm, "```$2 [$1]")}:::\n\n`;
    });
  });
}

/** Highlights indented code, which is always a command on these pages, like a fence of `sh`. */
export function showCommands(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("indented-commands", ({ tokens }) => {
    for (const token of tokens) if (token.type === "code_block") Object.assign(token, { type: "fence", info: "sh" });
  });
}
