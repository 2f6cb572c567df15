import MarkdownIt from "markdown-it";

/** Shows Markdown like a comment on a pull request. */
export const commentWith = (markdown: string): string => `<!doctype html>
<style>
  body { margin: 0; padding: 16px; font: 15px/1.5 system-ui, sans-serif; color: #1f2328; background: #f6f8fa; }
  article { padding: 4px 20px 20px; border: 1px solid #d1d9e0; border-radius: 8px; background: white; }
  h2 { margin: 12px 0; padding-bottom: 8px; border-bottom: 1px solid #d1d9e0; font-size: 22px; }
  ul { margin: 8px 0; }
  table { border-collapse: collapse; }
  th, td { padding: 6px 12px; border: 1px solid #d1d9e0; text-align: left; }
  tr:nth-child(even) { background: #f6f8fa; }
  code { padding: 2px 5px; border-radius: 5px; background: #eff1f3; font: 13px ui-monospace, monospace; }
  h3 code { font-size: 16px; font-weight: 600; }
</style>
<article>${new MarkdownIt().render(markdown)}</article>`;
