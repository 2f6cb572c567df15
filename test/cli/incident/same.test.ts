import { expect, it } from "vitest";
import { compareUpdate, hasTitle, resembles } from "../../../cli/incident/same.ts";
import type { Live, Wire } from "../../../model/api/form.ts";

const statuses = [
  { service_id: 1, status: "down" },
  { service_id: 2, status: "up" },
];

const sent = {
  title: `The "API" isn't up & running`,
  body: '<p>See <a href="https://acme.example/1">this page</a>.</p>',
  incident_type: "investigating",
  service_statuses: statuses,
} as unknown as Wire;

const shown = (fields: object) => ({ ...sent, ...fields }) as unknown as Live;

it.each([
  ["nothing", {}],
  ["the form of the title", { title: " The &quot;API&quot; isn&#39;t up &amp; running " }],
  ["other quotes", { title: "The “API” isn’t up & running" }],
  ["other markup", { body: '<div>See <a class="x" href="https://acme.example/1">this  page</a>.</div>' }],
  ["the order of the services", { service_statuses: statuses.toReversed() }],
  ["more fields of the services", { service_statuses: statuses.map((each) => ({ ...each, name: "API" })) }],
])("[INC-2] an update is the same if it differs in %s", (_, fields) => {
  expect(compareUpdate(shown(fields), sent)).toEqual({ differs: [], notShown: [] });
});

it.each([
  ["the case of a title", { title: `The "api" isn't up & running` }, "title"],
  ["the address of a link", { body: '<p>See <a href="https://acme.example/2">this page</a>.</p>' }, "body"],
  ["a link", { body: "<p>See this page.</p>" }, "body"],
  ["an image", { body: `${sent.body}<img src="https://acme.example/graph.png">` }, "body"],
  ["a text", { body: "" }, "body"],
  ["the type", { incident_type: "identified" }, "incidentType"],
  ["a status", { service_statuses: [statuses[0], { service_id: 2, status: "down" }] }, "serviceStatuses"],
  ["a service", { service_statuses: statuses.slice(0, 1) }, "serviceStatuses"],
])("[INC-2] an update isn't the same if it differs in %s", (_, fields, part) => {
  expect(compareUpdate(shown(fields), sent)).toEqual({ differs: [part], notShown: [] });
});

it.each([
  ["the text", { body: undefined }, ["body"]],
  ["the services", { service_statuses: undefined }, ["serviceStatuses"]],
  [
    "which service has which status",
    { service_statuses: [{ service: { id: 1 }, status: "down" }] },
    ["serviceStatuses"],
  ],
  ["any markup, so no address", { body: "See this page." }, ["body"]],
  [
    "anything but the title",
    { body: undefined, incident_type: undefined, service_statuses: undefined },
    ["body", "incidentType", "serviceStatuses"],
  ],
])("[INC-2] it is said that an update doesn't show %s", (_, fields, notShown) => {
  expect(compareUpdate(shown(fields), sent)).toEqual({ differs: [], notShown });
});

it("[INC-2] after a lost response, what StatusHub has rewritten is found, and what it doesn't show may be the same", () => {
  const rewritten = shown({ title: "THE API ISNT UP & RUNNING", body: "see this page." });
  expect(compareUpdate(rewritten, sent).differs).toContain("title");
  expect(hasTitle(rewritten, sent)).toBe(true);
  expect(resembles(rewritten, sent)).toBe(true);
  expect(resembles({ title: rewritten.title } as Live, sent)).toBe(true);
  expect(resembles(shown({ incident_type: "identified" }), sent)).toBe(false);
  expect(resembles(shown({ body: "See that page." }), sent)).toBe(false);
});
