import { renderMarkdown } from "../../cli/drift/render.ts";
import { createReport } from "../../cli/drift/report.ts";
import { commentWith } from "./comment.ts";

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
export const driftReport = commentWith(renderMarkdown(report));
