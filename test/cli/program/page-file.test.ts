import fc from "fast-check";
import { expect, test } from "vitest";
import type { HubContent } from "../../../cli/hub/content.ts";
import { renderPageFile } from "../../../cli/program/page-file.ts";
import { planResources } from "../../../cli/program/resource.ts";
import { planPage } from "../../../model/page/records.ts";
import { hubCalled } from "../../../provider/lifecycle/record/hub.ts";
import { anyPage, withSecret } from "./any-page.ts";
import { changesAfterImport, readPage } from "./evaluate.ts";

const exported = (page: HubContent) => {
  const { resources, leftOut } = planResources([page]);
  return { resources, leftOut, text: renderPageFile(page.subdomain, resources) };
};

test("[ADO-1] a page read from the file of any hub declares every record, and changes nothing", () => {
  fc.assert(
    fc.property(anyPage, (page) => {
      const { resources, leftOut, text } = exported(page);
      const { page: described, mistakes } = readPage(text, resources);
      expect(mistakes).toEqual([]);
      const idOf = (key: string) => resources.find(({ kind, name }) => kind === "Service" && name === key)?.id;
      const planned = planPage("acme", described ?? {});
      const declared = new Map(
        planned.map(({ kind, key, argumentsWith }) => [
          kind === "Hub" ? `Hub ${page.subdomain}` : `${kind} ${key}`,
          { ...(kind !== "Hub" && { hub: hubCalled(page.subdomain) }), ...argumentsWith(idOf) },
        ]),
      );
      const changes = changesAfterImport(resources, declared, new Set());
      expect(changes).toEqual([]);
      expect(leftOut).toEqual([]);
      expect(declared.size).toBe(page.records.length);
    }),
    { numRuns: 60 },
  );
});

test("[SUB-7] no page file contains a secret", () => {
  fc.assert(
    fc.property(anyPage, (page) => {
      expect(exported(withSecret(page, "https://hooks.example.com/x7f3k")).text).not.toContain("x7f3k");
    }),
  );
});

const hub = { id: 1, subdomain: "acme", name: "Acme status", type: "primary", product_url: null };
const service = { public_name: null, description: null, custom_id: null, token: "x", flags: {} };
const records = [
  { kind: "Hub", record: hub },
  { kind: "Service", record: { ...service, id: 5, name: "API", group_id: 3, custom_id: "api" } },
  { kind: "Service", record: { ...service, id: 6, name: "404", group_id: 1, description: "" } },
  { kind: "Service", record: { ...service, id: 7, name: "Search", group_id: 3, description: "words ".repeat(20) } },
  {
    kind: "IncidentTemplate",
    record: {
      id: 1,
      title: "The API is down",
      body: "<p>Requests fail.</p>\n<p>We are looking into it.</p>\n",
      labels: ["api"],
      service_statuses: [
        { service_id: 5, status: "down" },
        { service_id: 1234, status: "degraded-performance" },
      ],
      flags: {},
    },
  },
  {
    kind: "Subscription",
    record: {
      id: 2,
      method_name: "slack",
      address: "https://hooks.example.com/x7f3k",
      label: "On call",
      services_selection: { all: false, services: [{ id: 5 }, { id: 1234 }] },
      flags: {},
    },
  },
];

test("a file is what a person would write: groups, keys of services, and short records on one line", () => {
  const { text } = exported({ subdomain: "acme", hub, records, leftOut: [] });
  expect(text).toBe(`hub: { subdomain: acme, name: Acme status }

groups:
  group-1:
    id: 1
    services:
      service-404: { name: "404", description: "" }
  group-3:
    id: 3
    services:
      api: { name: API, customId: api }
      search:
        name: Search
        description: "${"words ".repeat(20)}"

incidentTemplates:
  the-api-is-down:
    title: The API is down
    body: |
      <p>Requests fail.</p>
      <p>We are looking into it.</p>
    labels: [api]
    serviceStatuses: { api: down, "1234": degraded-performance }

subscriptions:
  on-call: { method: slack, address: { config: onCallAddress }, services: [api, "1234"], label: On call }
`);
});

test("a page without the selected hub still says which hub it is", () => {
  const { resources } = planResources([{ subdomain: "acme", hub, records, leftOut: [] }]);
  const selected = resources.filter(({ id }) => id === "7");
  expect(renderPageFile("acme", selected)).toMatch(/^hub: \{ subdomain: acme \}\n\ngroups:/);
  expect(renderPageFile("acme", [])).toBe("hub: { subdomain: acme }\n");
});
