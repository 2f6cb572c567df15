import MarkdownIt from "markdown-it";

const style = `
body { margin: 0; padding: 16px; background: #fff; color: #1c1e21; font: 15px/1.5 "DejaVu Sans", sans-serif }
section { border: 1px solid #c9ced6; border-radius: 6px; padding: 4px 20px 8px }
section + section { margin-top: 16px }
header { margin: 0 -20px; padding: 4px 20px 8px; border-bottom: 1px solid #c9ced6; color: #5b6470; font-size: 13px }
h2, h3 { margin: 16px 0 8px; line-height: 1.3 }
h2 { font-size: 20px } h3 { font-size: 16px }
p, ul { margin: 8px 0 }
ul { padding-left: 24px }
code { border-radius: 4px; padding: 1px 5px; background: #eef0f3; font-family: "DejaVu Sans Mono", monospace; font-size: 0.87em; white-space: nowrap }
pre { border-radius: 6px; padding: 10px 14px; background: #eef0f3 }
pre code { padding: 0; white-space: pre-wrap }
a { color: inherit }
`;

const markdown = new MarkdownIt({ html: true });

/** Returns a page with texts in Markdown, each in a frame of its own that imitates no product, with a caption. */
export function framed(texts: Readonly<Record<string, string>>): string {
  const sections = Object.entries(texts).map(
    ([caption, text]) => `<section><header>${caption}</header>${markdown.render(text)}</section>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>${sections.join("")}`;
}
