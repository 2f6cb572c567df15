import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

const languages = ["TypeScript", "JavaScript", "Python", "Go", "YAML"];

/**
 * Shows consecutive sections whose headings are languages as tabs. The site remembers which language a reader chose. On
 * GitHub, they stay sections.
 */
export function showLanguagesAsTabs(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("tabs-of-languages", (state) => {
    const html = (content: string) => Object.assign(new state.Token("html_block", "", 0), { content });
    state.tokens = withTabs(state.tokens, html);
  });
}

interface Section {
  readonly language: string;
  readonly content: Token[];
  readonly end: number;
}

function withTabs(tokens: Token[], html: (content: string) => Token): Token[] {
  const result: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const sections = sectionsFrom(tokens, index);
    const end = sections.at(-1)?.end;
    if (end === undefined || sections.length < 2) {
      result.push(...tokens.slice(index, end ?? index + 1));
    } else {
      const isCode = sections.every(({ content }) => content.length === 1 && content[0]?.type === "fence");
      result.push(html(`<PluginTabs sharedStateKey="language"${isCode ? ' variant="code"' : ""}>`));
      for (const { language, content } of sections)
        result.push(html(`<PluginTabsTab label="${language}">`), ...content, html("</PluginTabsTab>"));
      result.push(html("</PluginTabs>"));
    }
    index = end ?? index + 1;
  }
  return result;
}

function sectionsFrom(tokens: readonly Token[], start: number): Section[] {
  const sections: Section[] = [];
  const level = tokens[start]?.tag ?? "";
  let index = start;
  while (tokens[index]?.type === "heading_open" && tokens[index]?.tag === level) {
    const language = tokens[index + 1]?.content ?? "";
    if (!languages.includes(language)) break;
    const first = index + 3;
    const next = tokens.findIndex(({ type, tag }, at) => at >= first && type === "heading_open" && tag <= level);
    index = next === -1 ? tokens.length : next;
    sections.push({ language, content: tokens.slice(first, index), end: index });
  }
  return sections;
}
