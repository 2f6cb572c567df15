import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { languages } from "../../tools/generate/examples.ts";
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

/**
 * Shows examples that follow each other, each a heading with the name of a language and one block of code, as a group with a
 * tab for each. GitHub shows the headings.
 */
export function showLanguagesAsTabs(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("languages-as-tabs", (state) => {
    const open = new state.Token("container_code-group_open", "div", 1);
    const close = new state.Token("container_code-group_close", "div", -1);
    const shown: Token[] = [];
    let rest = state.tokens;
    while (rest.length > 0) {
      const examples = examplesAtStartOf(rest);
      const isGroup = examples.length > 1;
      shown.push(...(isGroup ? [open, ...examples.flatMap(tabOf), close] : rest.slice(0, 1)));
      rest = rest.slice(isGroup ? examples.flat().length : 1);
    }
    state.tokens = shown;
  });
}

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

function examplesAtStartOf(tokens: readonly Token[]): Token[][] {
  const first = tokens.slice(0, 4);
  return isExample(first) ? [first, ...examplesAtStartOf(tokens.slice(4))] : [];
}

const isExample = (tokens: readonly Token[]): boolean =>
  tokens.map(({ type }) => type).join(" ") === "heading_open inline heading_close fence" &&
  languages.some(({ title }) => title === tokens[1]?.content);

/** The text in brackets is the title of the tab. */
function tabOf([, heading, , block]: Token[]): Token[] {
  if (heading === undefined || block === undefined) return [];
  block.info += ` [${heading.content}]`;
  return [block];
}

/** Where a file of the repository is for a reader of the site; undefined if nowhere. */
function targetOf(file: string, repository: string | undefined): string | undefined {
  if (isOnSite(file)) return `/${addressOf(file)}`;
  return repository === undefined ? undefined : `${repository}/blob/main/${file}`;
}
