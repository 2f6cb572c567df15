import MarkdownIt from "markdown-it";
import type { MarkdownRenderer } from "vitepress";
import { expect, test } from "vitest";
import { showLanguagesAsTabs } from "../../docs/.vitepress/languages.ts";

function render(text: string): string {
  const markdown = new MarkdownIt();
  // VitePress extends the renderer of markdown-it. The site's plugin only uses what both have.
  const renderer = markdown as unknown as MarkdownRenderer;
  showLanguagesAsTabs(renderer);
  return markdown.render(text);
}

const tabsIn = (html: string) => [...html.matchAll(/<PluginTabsTab label="(\w+)">/g)].map(([, label]) => label);

test("consecutive sections for languages become tabs that share the choice of the reader", () => {
  const html = render("## Use it\n\n### Python\n\nOne\n\n#### Note\n\nTwo\n\n### Go\n\nThree\n\n## Next\n\nFour\n");
  expect(tabsIn(html)).toEqual(["Python", "Go"]);
  expect(html).toContain('<PluginTabs sharedStateKey="language">');
  expect(html).toMatch(/Three.*<\/PluginTabs>.*<h2>Next/s);
  expect(html).toMatch(/label="Python">.*Two.*<\/PluginTabsTab>/s);
});

test("a single section for a language, and sections with another one between them, stay as they are", () => {
  expect(tabsIn(render("## Python\n\nOne\n\n## Next\n\n## Go\n\nTwo\n"))).toEqual([]);
});
