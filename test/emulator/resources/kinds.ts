import { expect } from "vitest";
import { down, email, incident, maintenance, webhook } from "../scene.ts";

/** What the API takes and returns for one kind of record, in a hub `acme` whose third service is deleted. */
export interface Kind {
  readonly name: string;
  readonly path: string;
  /** Clauses that the tests prove: creating a record with every field, creating one with few fields, and so on. */
  readonly clauses: Readonly<Partial<Record<"created" | "least" | "rejected" | "changed" | "listed", string>>>;
  readonly body: object;
  /** The fields of the response that the body doesn't have, or has with another value. */
  readonly response: object;
  /** The fields of the body that the response doesn't have. */
  readonly notReturned?: readonly string[];
  readonly required: readonly string[];
  /** What the response has in place of optional fields. */
  readonly optional: object;
  /** Values that are rejected with an error that begins with the name of their field. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
  /** Errors, or how they begin, and fields that are rejected with them. */
  readonly problems: readonly (readonly [problem: string, fields: object])[];
  /** One PUT each; undefined if the API has no PUT. */
  readonly changes?: readonly object[];
  /** The fields that a list with basic info leaves out. */
  readonly notListed?: readonly string[];
}

const author = "admin@example.com";
const nothing = { custom_id: null, description: null, public_name: null };

export const updates = "/hubs/acme/incidents/1/incident_updates";

/** What is wrong with any list of `service_statuses`. */
const wrongStatuses: Kind["problems"] = [
  ["service_statuses[0].service_id 9 is not a service of hub acme", { service_statuses: down(9) }],
  ["service_statuses[1].service_id 1 is named twice", { service_statuses: [...down(1), ...down(1)] }],
  ["service_statuses[0].service_id 3 is a deleted service", { service_statuses: down(3) }],
  [
    "service_statuses[0].status must be one of up, degraded-performance, down",
    { service_statuses: [{ service_id: 1, status: "maintenance" }] },
  ],
  ["service_statuses[0].service_id must be a whole number from 1", { service_statuses: [{ service_id: "1" }] }],
  ["service_statuses[0].service_id is required", { service_statuses: [{ status: "up" }] }],
  ["service_statuses[0] must be { service_id, status }", { service_statuses: [1] }],
  ["service_statuses must be a list of { service_id, status }", { service_statuses: {} }],
];

const wrongEvent = {
  title: ["", null],
  start_time: ["yesterday", "2026-02-30T00:00:00Z", "2026-01-01", "1767261600"],
  body: [null],
  silent: ["yes"],
};

const problemsOfEvents: Kind["problems"] = [
  ...wrongStatuses,
  ["service_statuses must name at least one service", { service_statuses: [] }],
  ...["<b>Down</b>", "Down <br>", "a<script>x</script>"].map(
    (title) => ["title must be plain text without HTML tags", { title }] as const,
  ),
];

const twoStatuses = [
  { service_id: 1, status: "up" },
  { service_id: 2, status: "degraded-performance" },
];

const template = { title: "Title", body: "<p>Body</p>", labels: ["one", "two"], service_statuses: twoStatuses };

const wrongTemplate = { title: ["<b>x</b>", 1], body: [1], labels: ["one", null, ["a", 1]], service_statuses: [null] };

export const kinds: readonly Kind[] = [
  {
    name: "a service",
    path: "/hubs/acme/services",
    clauses: {
      created: "[SVC-01] [SVC-02] [SVC-03] [SVC-05] [SVC-07] [SVC-08] [SVC-10] [SVC-11] [SVC-12] [SVC-15] [SVC-16]",
      least: "[SVC-14] [COM-09]",
      rejected: "[SVC-13] [COM-10]",
      changed: "[SVC-17] [SVC-18]",
    },
    body: { group_id: 3, name: "API", custom_id: "api", description: "Public", public_name: "Our API" },
    response: { id: 4, token: expect.stringMatching(/^[0-9a-f]{32}$/), flags: { archived: false, deleted: false } },
    required: ["group_id", "name"],
    optional: nothing,
    wrong: { group_id: [0, "1", 1.5, null, 9], name: ["", null], description: [1], custom_id: [["a"]] },
    problems: [],
    changes: [{ name: "n" }, { group_id: 2 }, { custom_id: "x" }, { description: "y" }, { public_name: "" }, nothing],
  },
  {
    name: "an incident",
    path: "/hubs/acme/incidents",
    clauses: {
      created: "[INC-01] [INC-02] [INC-03] [INC-07] [INC-08] [INC-09] [INC-10] [INC-23] [COM-06] [COM-07]",
      least: "[INC-11]",
      rejected: "[INC-14] [INC-15] [INC-24] [COM-03] [COM-07] [COM-10] [COM-13]",
    },
    body: incident({ title: "5 < 6 & 7 > 6", body: "<p>Soon.</p>", state: "draft", silent: true }),
    response: { id: 1, author, end_time: null, flags: { deleted: false, draft: true } },
    notReturned: ["incident_type", "service_statuses", "body", "state", "silent"],
    required: ["title", "start_time", "incident_type", "service_statuses"],
    optional: { flags: { deleted: false, draft: false } },
    wrong: { ...wrongEvent, state: ["public"] },
    problems: [
      ...problemsOfEvents,
      ...["resolved", "other", null].map(
        (type) =>
          ["incident_type must be one of investigating, identified, monitoring", { incident_type: type }] as const,
      ),
      ["start_time 2026-01-02T00:00:01Z is in the future", { start_time: "2026-01-02T00:00:01Z" }],
    ],
  },
  {
    name: "an incident update",
    path: updates,
    clauses: {
      created:
        "[UPD-01] [UPD-02] [UPD-03] [UPD-05] [UPD-06] [UPD-07] [UPD-08] [UPD-09] [UPD-10] [UPD-11] [COM-06] [COM-08]",
      least: "[UPD-04] [UPD-20]",
      rejected: "[UPD-12] [UPD-14] [COM-10] [COM-13]",
    },
    body: incident({
      start_time: "2026-01-01T11:00:00Z",
      body: '<p>See <a href="https://example.com">here</a> & <b>wait</b></p>',
      state: "unconfirmed",
      silent: true,
    }),
    response: { id: 2, author, flags: { deleted: false, draft: false } },
    notReturned: ["silent"],
    required: ["title", "start_time", "incident_type", "service_statuses"],
    optional: { body: "", state: "published" },
    wrong: { ...wrongEvent, incident_type: ["other"], state: ["public"] },
    problems: [
      ...problemsOfEvents,
      [
        "service_statuses is forbidden with incident_type resolved",
        { incident_type: "resolved", service_statuses: down() },
      ],
      ["start_time 2026-01-02T00:00:01Z is in the future", { start_time: "2026-01-02T00:00:01Z" }],
    ],
    changes: [{ title: "T" }, { body: "B" }, { state: "published" }, { start_time: "2026-01-01T10:30:00Z" }],
  },
  {
    name: "a maintenance",
    path: "/hubs/acme/maintenances",
    clauses: {
      created:
        "[MNT-01] [MNT-02] [MNT-03] [MNT-04] [MNT-05] [MNT-06] [MNT-16] [MNT-17] [MNT-18] [MNT-21] [MNT-26] [COM-06] [COM-08]",
      rejected: "[MNT-27] [COM-07] [COM-10] [COM-13]",
      changed: "[MNT-22] [MNT-23]",
    },
    body: maintenance({ body: "<p>Soon</p>", silent: true, state: "published", suppress_events: true }),
    response: {
      id: "1",
      author,
      event_repeat: null,
      event_notifications: [],
      flags: { deleted: false, draft: false },
    },
    notReturned: ["silent", "state", "suppress_events"],
    required: ["title", "start_time", "end_time", "service_statuses"],
    optional: { body: "", flags: { deleted: false, draft: false } },
    wrong: {
      ...wrongEvent,
      start_time: [null, ...wrongEvent.start_time],
      end_time: ["2026-03-01T02:00:00Z", "2026-02-01T02:00:00Z"],
      state: ["unconfirmed"],
      suppress_events: [1],
    },
    problems: [...problemsOfEvents, ["end_time", { start_time: "2026-03-01T03:00:00Z" }]],
    changes: [
      { title: "T" },
      { body: "" },
      { end_time: "2026-03-01T05:00:00Z" },
      { start_time: "2026-03-01T04:00:00Z" },
      { service_statuses: down(2) },
      { event_notifications: [{ offset_in_min: -60, offset_type: "start" }] },
      { event_notifications: [] },
    ],
    notListed: ["body", "service_statuses", "event_repeat", "event_notifications"],
  },
  {
    name: "an incident template",
    path: "/hubs/acme/incident_templates",
    clauses: {
      created:
        "[ITP-01] [ITP-02] [ITP-03] [ITP-05] [ITP-06] [ITP-07] [ITP-10] [ITP-11] [ITP-12] [ITP-13] [ITP-15] [COM-08] [COM-13] [COM-14]",
      rejected: "[COM-07] [COM-10] [COM-13]",
      changed: "[ITP-05] [ITP-16] [ITP-17] [COM-09]",
      listed: "[ITP-14]",
    },
    body: { ...template, incident_type: "monitoring", silent_update: true },
    response: { id: 1, author, flags: { deleted: false, silent: true } },
    notReturned: ["silent_update"],
    required: ["title"],
    optional: { body: null, incident_type: null, labels: [], service_statuses: [] },
    wrong: { ...wrongTemplate, incident_type: ["over"], silent_update: ["yes"] },
    problems: wrongStatuses,
    changes: [
      { title: "T" },
      { body: "B" },
      ...["investigating", "identified", "resolved", null].map((incident_type) => ({ incident_type })),
      { labels: [] },
      { service_statuses: [] },
    ],
    notListed: ["body", "service_statuses"],
  },
  {
    name: "a maintenance template",
    path: "/hubs/acme/maintenance_templates",
    clauses: {
      created:
        "[MTP-01] [MTP-02] [MTP-03] [MTP-05] [MTP-07] [MTP-08] [MTP-11] [MTP-12] [MTP-13] [MTP-14] [MTP-15] [MTP-23]",
      rejected: "[MTP-05] [MTP-06] [COM-07] [COM-10] [COM-13]",
      listed: "[MTP-16]",
    },
    body: { ...template, duration: 5999, silent: true },
    response: { id: 1, author, flags: { deleted: false, silent: true } },
    required: ["title"],
    optional: { body: null, duration: null, labels: [], service_statuses: [], silent: null },
    wrong: { ...wrongTemplate, duration: [0, 6000, -1, 1.5, "60"] },
    problems: [...wrongStatuses, ["field incident_type is not known", { incident_type: "monitoring" }]],
    changes: [{ title: "T" }, { duration: null }, { duration: 1 }, { labels: ["b", "c"] }, { body: null }],
  },
  {
    name: "a subscriber",
    path: "/hubs/acme/subscribers",
    clauses: { created: "[SBR-01] [SBR-02] [SBR-03] [SBR-04] [SBR-05] [SBR-06]", rejected: "[SBR-07]" },
    body: { idp_id: "name-id", subscriptions: [email()] },
    response: { id: 1, flags: { deleted: false } },
    notReturned: ["subscriptions"],
    required: ["subscriptions"],
    optional: { idp_id: null },
    wrong: { idp_id: [1] },
    problems: [],
    changes: [{ idp_id: "new" }, {}, { idp_id: null }],
  },
  {
    name: "a subscription",
    path: "/hubs/acme/subscriptions",
    clauses: {
      created:
        "[SUB-01] [SUB-02] [SUB-04] [SUB-05] [SUB-09] [SUB-10] [SUB-13] [SUB-14] [SUB-19] [SUB-20] [SUB-22] [COM-06]",
      least: "[SUB-16] [SUB-17] [SUB-21] [SUB-22]",
      rejected: "[SUB-11] [COM-10]",
    },
    body: webhook({
      services_selection: { all: false, service_ids: [2, 1] },
      configuration: { content_type: "json" },
      label: "Ops",
      less_verbose: true,
      protected: true,
    }),
    response: {
      id: 1,
      subscriber_id: 1,
      flags: { deleted: false },
      services_selection: { all: false, services: [2, 1].map((id) => ({ id, name: `Service ${id}` })) },
    },
    required: ["address", "method_name", "services_selection"],
    optional: { configuration: {}, label: null, less_verbose: false, protected: false },
    wrong: {
      method_name: ["fax"],
      services_selection: [
        [],
        { all: "yes" },
        { all: false },
        { all: false, service_ids: [] },
        {},
        { service_ids: [] },
      ],
      configuration: ["json"],
      label: [1],
      less_verbose: [null],
      protected: ["no"],
      subscriber_id: [9],
    },
    problems: [
      ["services_selection.service_ids[0] 9 is not", { services_selection: { service_ids: [9] } }],
      ["services_selection.service_ids[1] 1 is named twice", { services_selection: { service_ids: [1, 1] } }],
      ["services_selection.service_ids[0] must", { services_selection: { service_ids: ["1"] } }],
    ],
    changes: [
      { label: null },
      { configuration: { c: 3 } },
      { less_verbose: false },
      { protected: false },
      { method_name: "webhook", subscriber_id: 1, address: "https://new.example.com" },
    ],
    notListed: ["configuration"],
  },
];
