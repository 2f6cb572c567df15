import { renderMermaidSVG } from "beautiful-mermaid";
import type { MarkdownRenderer } from "vitepress";

/** Draws fences of Mermaid while the site is built. GitHub draws them itself. */
export function showDiagrams(markdown: MarkdownRenderer): void {
  const fence = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index] ?? { info: "", content: "" };
    if (info !== "mermaid") return fence?.(tokens, index, ...rest) ?? "";
    // Vue takes no style in a template, so the drawing comes in as a value.
    return `<div class="diagram" v-html="${markdown.utils.escapeHtml(JSON.stringify(draw(content)))}"></div>\n`;
  };
}

/** In the colours of the site, light or dark, and without the font that the drawing would load from another host. */
const draw = (text: string) =>
  renderMermaidSVG(text, { bg: "var(--vp-c-bg)", fg: "var(--vp-c-text-1)" }).replace(/@import .*\n/, "");
