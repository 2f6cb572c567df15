import { renderMermaidSVG } from "beautiful-mermaid";
import type { MarkdownRenderer } from "vitepress";

/** Draws Mermaid diagrams when the site is built. GitHub draws them itself. */
export function showDiagrams(markdown: MarkdownRenderer): void {
  const fence = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index] ?? { info: "", content: "" };
    if (info !== "mermaid") return fence?.(tokens, index, ...rest) ?? "";
    // Vue rejects <style> in a template, so the SVG is passed as a value.
    return `<div class="diagram" v-html="${markdown.utils.escapeHtml(JSON.stringify(draw(content)))}"></div>\n`;
  };
}

/** Draws in the colours of the site, light or dark, without the font that the SVG would load from another host. */
const draw = (text: string) =>
  renderMermaidSVG(text, { bg: "var(--vp-c-bg)", fg: "var(--vp-c-text-1)" }).replace(/@import .*\n/, "");
