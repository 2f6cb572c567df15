import { mapped, type PropertySamples, plain } from "./sample.ts";

/** The clauses of both kinds of templates, by property. */
type Clauses = Readonly<Record<"title" | "body" | "labels" | "serviceStatuses", string>>;

export const down = mapped([{ service: "1", status: "down" }], [{ service_id: 1, status: "down" }]);
export const up = mapped([{ service: "1", status: "up" }], [{ service_id: 1, status: "up" }]);

export const rejectedStatuses = [
  null,
  "1",
  ["1"],
  [{ service: "1" }],
  [{ service: "1", status: "maintenance" }],
  [{ service: "api", status: "up" }],
  [{ service: 0, status: "up" }],
  [{ service: "1", status: "up", since: "today" }],
  [
    { service: "1", status: "up" },
    { service: 1, status: "down" },
  ],
];

/** The samples of both kinds of templates. They always have a body, so the title can be empty. */
export const templateSamples = (clauses: Clauses): Readonly<Record<string, PropertySamples>> => ({
  title: {
    key: "title",
    clauses: `${clauses.title} [COM-07]`,
    cleared: null,
    values: [plain("API is down"), plain("Latency < 1 s & rising"), plain(null), plain("")],
    rejected: ["<b>API</b> is down", "Down<br>", "<!-- -->Down", 7, true, ["API"]],
  },
  body: {
    key: "body",
    clauses: `${clauses.body} [COM-08]`,
    cleared: null,
    values: [plain("<p>We are looking into it.</p>"), plain("Soon.\nMore <b>here</b> &amp; there")],
    rejected: [7, false, {}],
  },
  labels: {
    key: "labels",
    clauses: clauses.labels,
    cleared: [],
    values: [plain(["api", "db"]), plain(["api"]), plain([]), plain(["Ünïcode", "a b"])],
    rejected: ["api", null, [7], [null], { 0: "api" }],
  },
  serviceStatuses: {
    key: "service_statuses",
    clauses: `${clauses.serviceStatuses} [COM-13] [COM-14]`,
    cleared: [],
    values: [
      down,
      mapped(
        [
          { service: "2", status: "degraded-performance" },
          { service: "1", status: "up" },
        ],
        [
          { service_id: 2, status: "degraded-performance" },
          { service_id: 1, status: "up" },
        ],
      ),
      up,
      plain([]),
    ],
    rejected: rejectedStatuses,
  },
});
