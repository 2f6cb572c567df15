import type { Item } from "../../cli/preview/item.ts";
import { renderMarkdown } from "../../cli/preview/render.ts";
import { commentWith } from "./comment.ts";

const found = { stack: "prod", id: "" };
const service = (name: string, label: string, group: number) => ({ ...found, kind: "Service", name, label, group });
const work = { ...found, kind: "Maintenance", name: "database", label: "Database upgrade" };
const page: Item[] = [
  { ...service("rest-api", "REST API", 2), change: "renamed", before: "REST API", after: "Public API" },
  { ...service("bank-transfers", "Bank transfers", 3), change: "disappears" },
  { ...service("instant-transfers", "Instant transfers", 3), change: "appears" },
  {
    ...work,
    change: "appears",
    schedule: { start: "2026-03-15T02:00:00Z", end: "2026-03-15T04:00:00Z" },
    services: [
      { service: "Public API", status: "degraded-performance" },
      { service: "Card payments", status: "down" },
    ],
  },
];

/** The output of `pulumi-statushub preview --markdown` for a change of the page of `demo.ts`, as in a pull request. */
export const previewReport = commentWith(
  renderMarkdown({
    version: 1,
    changes: true,
    stacks: ["prod"],
    writes: 7,
    seconds: 2,
    hubs: [
      {
        hub: "acme",
        page,
        subscribers: [],
        editors: [
          {
            ...found,
            ...{ kind: "IncidentTemplate", name: "api-down", label: "Public API is down", change: "changed" },
            ...{ property: "labels", before: ["api"], after: ["api", "public"] },
          },
        ],
        overwritten: [
          {
            ...service("sign-in", "Sign-in", 1),
            change: "changed",
            properties: [
              {
                property: "description",
                live: "Passwords and two-factor codes",
                declared: "Passwords, single sign-on and two-factor codes",
              },
            ],
          },
        ],
        messages: [
          {
            ...{ stack: "prod", name: "database", title: "Database upgrade", event: "announced", reason: null },
            ...{ recipients: { email: 214, slack: 2 }, visitors: 209, dependsOnOrder: 0, evidence: "documented" },
            reminders: [{ offsetInMin: -1440, offsetType: "start" }],
          },
        ],
        unknown: [],
      },
    ],
  }),
);
