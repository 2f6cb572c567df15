import MarkdownIt from "markdown-it";
import { type DriftReport, reportVersion } from "../../cli/drift/report.ts";
import { renderMarkdown } from "../../cli/preview/render.ts";
import { driftInWords } from "../../cli/preview/words.ts";

const restApi = { stack: "prod", kind: "Service", name: "rest-api", id: "4" } as const;

const report: DriftReport = {
  version: reportVersion,
  drift: true,
  stacks: ["prod"],
  counts: { overwritten: 2, different: 0, unmanaged: 0, signUps: 0 },
  hubs: [
    {
      hub: "acme",
      overwritten: [
        {
          ...restApi,
          label: "Public API",
          change: "changed",
          properties: [
            { property: "description", live: null, declared: "Public API, all versions" },
            { property: "name", live: "Public API", declared: "REST API" },
          ],
        },
        { ...restApi, name: "bank-transfers", id: "7", label: "Bank transfers", change: "deleted", properties: [] },
      ],
      different: [],
      unmanaged: [],
      signUps: 0,
    },
  ],
};

const style = `
  body { margin: 0; background: #fff; color: #1f2328; font: 14px/1.5 "Liberation Sans", Helvetica, Arial, sans-serif }
  article { border: 1px solid #d1d9e0; border-radius: 6px }
  header { padding: 10px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; color: #59636e }
  header b { color: #1f2328 }
  main { padding: 0 16px 16px }
  h2 { margin: 16px 0; padding-bottom: 5px; border-bottom: 1px solid #d1d9e0; font-size: 21px }
  code { padding: 3px 6px; border-radius: 6px; background: #818b981f; font: 12px "Liberation Mono", monospace }`;

/** A drift report as GitHub shows it in a comment on a pull request. */
export const commentPage = (): string => `<!doctype html><style>${style}</style>
<article><header><b>github-actions</b> commented 2 minutes ago</header>
<main>${new MarkdownIt().render(renderMarkdown(driftInWords(report)))}</main></article>`;
