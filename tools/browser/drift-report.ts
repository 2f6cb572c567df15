import MarkdownIt from "markdown-it";
import { renderMarkdown } from "../../cli/drift/render.ts";
import { createReport } from "../../cli/drift/report.ts";

const found = { stack: "prod", hub: "acme", kind: "Service" };

/** Manual changes on the page of `demo.ts`, as after an `adopt`. */
const report = createReport({
  stacks: ["prod"],
  differences: [
    {
      ...found,
      name: "rest-api",
      id: "4",
      section: "changed",
      properties: [
        { property: "description", live: null, declared: "Public API, all versions" },
        { property: "name", live: "Public API", declared: "REST API" },
      ],
    },
    { ...found, name: "bank-transfers", id: "7", section: "deleted" },
  ],
  unmanaged: new Map(),
});

/** The output of `pulumi-statushub drift --markdown`, as in a pull request. */
export const driftReport = `<!doctype html>
<style>
  body { margin: 0; padding: 16px; font: 15px/1.5 system-ui, sans-serif; color: #1f2328; background: #f6f8fa; }
  article { padding: 4px 20px 20px; border: 1px solid #d1d9e0; border-radius: 8px; background: white; }
  h2 { margin: 12px 0; padding-bottom: 8px; border-bottom: 1px solid #d1d9e0; font-size: 22px; }
  table { border-collapse: collapse; }
  th, td { padding: 6px 12px; border: 1px solid #d1d9e0; text-align: left; }
  tr:nth-child(even) { background: #f6f8fa; }
  code { padding: 2px 5px; border-radius: 5px; background: #eff1f3; font: 13px ui-monospace, monospace; }
</style>
<article>${new MarkdownIt().render(renderMarkdown(report))}</article>`;
