import { expect, it } from "vitest";
import { createPreview } from "../../../cli/preview/report.ts";
import { previewInWords } from "../../../cli/preview/words.ts";
import type { Step } from "../../../cli/project/pulumi-preview.ts";
import { plannedChanges } from "../../../cli/report/planned.ts";
import { renderMarkdown } from "../../../cli/report/render.ts";
import { neutralized } from "../../../cli/terminal/output.ts";
import { attacks } from "../../emulator/site/attacks.ts";
import {
  create,
  facts,
  type Inputs,
  maintenance,
  now,
  remove,
  reportOn,
  state,
  textOf,
  unknown,
  update,
  urn,
} from "./steps.ts";

it("says nothing if nothing changes: a removed Hub, a record that is retained, and a maintenance after its end", () => {
  const times = { startTime: "2026-01-01T02:00:00Z", endTime: "2026-01-01T03:00:00Z" };
  const report = reportOn([
    remove("Hub", "acme", { id: "1", inputs: { subdomain: "acme" } }),
    remove("Service", "api", { ...state({ name: "API" }), retainOnDelete: true }),
    remove("Maintenance", "work", state({ title: "Patching", ...times })),
  ]);
  expect(report).toMatchObject({ changes: false, writes: 0, hubs: [] });
  expect(textOf(report)).toBe("The page doesn't change.\n");
});

it("names the times of a series in words, with its next three dates", () => {
  const repeat = { interval: "weekly", options: { enabledDays: "sunday,thursday" }, endOn: "2027-01-31T00:00:00Z" };
  const next = (more: Inputs) =>
    reportOn([create("Maintenance", "work", maintenance(more))]).hubs[0]?.page[0]?.schedule;
  expect(next({ repeat })).toEqual({
    start: "2026-12-06T02:00:00Z",
    end: "2026-12-06T03:00:00Z",
    repeats: "weekly on Sunday and Thursday until Sunday 31 January 2027",
    next: ["2026-12-06T02:00:00Z", "2026-12-10T02:00:00Z", "2026-12-13T02:00:00Z"],
  });
  expect(next({ repeat: { interval: "fortnightly" } })).toMatchObject({
    repeats: "fortnightly",
    next: [],
  });
  const past = { startTime: "2024-02-29T02:00:00Z", endTime: "2024-02-29T03:00:00Z", repeat: { interval: "yearly" } };
  expect(next(past)?.next).toEqual(["2028-02-29T02:00:00Z", "2032-02-29T02:00:00Z", "2036-02-29T02:00:00Z"]);
});

it("counts recipients by method, and those of several stacks in the order of their updates", () => {
  const everybody = { services: "all", isVisitors: true } as const;
  const recipients = new Map([
    [
      "acme",
      [
        { id: "1", method: "email", ...everybody },
        { id: "2", method: "email", services: [8], isVisitors: false },
        { id: "3", method: "slack", services: [7], isVisitors: false },
      ],
    ],
  ]);
  const subscription = create("Subscription", "ops", { method: "webhook", address: "[secret]", services: "all" });
  const announced = (...stacks: Step[][]) =>
    createPreview(
      stacks.map((steps, index) => ({ stack: `${index}`, planned: plannedChanges(`${index}`, steps) })),
      { ...facts, recipients },
      now,
    ).hubs[0]?.messages;
  const work = create("Maintenance", "work", maintenance());
  const counts = {
    recipients: { email: 1, slack: 1 },
    visitors: 1,
    dependsOnOrder: 0,
    reason: null,
    evidence: "documented",
  };
  expect(announced([work])).toMatchObject([counts]);
  expect(announced([subscription, work])).toMatchObject([{ ...counts, dependsOnOrder: 1 }]);
  const gone = remove("Subscription", "team", state({ method: "slack", address: "[secret]", services: ["7"] }, "3"));
  expect(announced([gone, work])).toMatchObject([counts]);
  expect(announced([gone], [work])).toMatchObject([{ ...counts, recipients: { email: 1 } }]);
  expect(announced([subscription], [work])).toMatchObject([
    { ...counts, recipients: { email: 1, slack: 1, webhook: 1 } },
  ]);
  expect(announced([work], [subscription])).toMatchObject([counts]);
  const quiet = (more: Inputs) => announced([create("Maintenance", "work", maintenance(more))]);
  expect(quiet({ silent: true })).toMatchObject([{ recipients: {}, reason: "silent", evidence: "documented" }]);
  const moved = update("Maintenance", "work", [
    maintenance({ state: "draft" }),
    maintenance({ state: "draft" }),
    maintenance({ state: "draft", startTime: "2026-12-06 01:00:00" }),
  ]);
  expect(announced(moved)).toMatchObject([{ recipients: {}, reason: "changes-send-none", evidence: "inferred" }]);
  expect(quiet({ state: "draft" })).toMatchObject([{ recipients: {}, reason: "draft", evidence: "documented" }]);
});

it("names new services, unless only the update will know which of them gets which status", () => {
  const services = ["Fresh", "Fresher"].map((name) => create("Service", name, { name, groupId: 1 }));
  const work = (...statuses: string[]) => {
    const serviceStatuses = statuses.map((status) => ({ service: unknown, status }));
    const dependencies = { serviceStatuses: ["Fresh", "Fresher"].map((name) => urn("Service", name)) };
    const report = reportOn([
      ...services,
      create("Maintenance", "work", maintenance({ serviceStatuses }), dependencies),
    ]);
    return {
      services: report.hubs[0]?.page.at(-1)?.services,
      unknown: report.hubs[0]?.unknown.map(({ reason }) => reason),
    };
  };
  expect(work("down", "down")).toEqual({
    services: [
      { service: "Fresh", status: "down" },
      { service: "Fresher", status: "down" },
    ],
    unknown: [],
  });
  expect(work("down", "up")).toEqual({
    services: [{ service: "Fresh" }, { service: "Fresher" }],
    unknown: ["several-new-services"],
  });
});

it("says in words what changes in values of each form, and in which resource if its name is another one", () => {
  const long = "Everything that customers see. ".repeat(9);
  const change = (kind: string, before: Inputs, after: Inputs, name = kind) =>
    update(kind, name, [before, before, { ...before, ...after }]);
  const repeat = { interval: "weekly", options: { enabledDays: "sundayy" } };
  const work = maintenance({ serviceStatuses: [{ service: "7", status: "up" }] });
  const report = reportOn(
    [
      ...change("Hub", { subdomain: "acme", productUrl: "https://a.example" }, { subdomain: "acme", productUrl: "" }),
      ...change("Service", { name: "API", groupId: 1, description: `${long}Old.` }, { description: `${long}New.` }),
      ...change(
        "IncidentTemplate",
        { title: "Down", body: "<p>We look.</p>", labels: ["a"] },
        { body: "<p>We <b>see</b>.</p>" },
      ),
      ...change(
        "MaintenanceTemplate",
        { title: "Upgrade", duration: 60, silent: false },
        { duration: 90, silent: true },
      ),
      ...change("Subscription", { method: "sms", address: "[secret]", services: ["7"] }, { services: "all" }),
      ...change("Maintenance", work, {
        ...maintenance(),
        suppressEvents: true,
        notifications: [
          { offsetInMin: -1440, offsetType: "start" },
          { offsetInMin: 0, offsetType: "end" },
        ],
      }),
      ...change("Service", { name: "Card payments", groupId: 1 }, { groupId: 2 }, "card-payments"),
      create("Maintenance", "draft", maintenance({ title: "Later", state: "draft", repeat })),
    ],
    { services: new Map([["acme 7", "API"]]) },
  );
  expect(textOf(report)).toMatchInlineSnapshot(`
    "acme
      The page
        ~ Page "Hub": link is removed
      Services in group 1
        ~ Service "API" (resource "Service"): description changes from "... that customers see. Old." to "... that customers see. New."
      Services in group 2
        ~ Service "Card payments" moves here from group 1
      Maintenances
        ~ Maintenance "Patching" (resource "Maintenance"): affected services change from "API" (up) to "API" (down)
      Messages
        ~ Nobody gets a message about the change of "Patching", as far as we know
            further messages, as far as we know: 1 day before the start and at the end
        ~ "Later" is a draft, so only your team gets a message
      Only subscribers notice
        ~ Subscription "sms" (resource "Subscription"): address changes, but is a secret
        ~ Subscription "sms" (resource "Subscription"): services change from "API" to all services
        ~ Maintenance "Patching" (resource "Maintenance"): further messages become 1 day before the start and at the end
      Only your team notices
        ~ Incident template "Down" (resource "IncidentTemplate"): text changes from "We look." to "We see."
        ~ Maintenance template "Upgrade" (resource "MaintenanceTemplate"): duration (minutes) changes from 60 to 90
        ~ Maintenance template "Upgrade" (resource "MaintenanceTemplate"): silence is turned on
        ~ Maintenance "Patching" (resource "Maintenance"): suppression of automatic incidents is turned on
        + Draft of maintenance "Later" (resource "draft") appears
            Sunday 6 December 2026, 02:00 to 03:00 UTC, repeats weekly on Sundayy
            the next dates aren't known
            affects "API" (down)

    Visitors will see 4 changes. 9 writes will take about 2 seconds, at 5 a second.
    "
  `);
});

const hostile = [
  ...attacks,
  ...[
    "@everyone",
    "#1",
    "**bold**",
    "[x](https://example.com)",
    "![x](x)",
    "| x |",
    "`",
    "``` x",
    "\n\n# x\n",
    "<!-- x",
  ],
  ...["\u001b[31mred\u001b[0m", "\u202edlrow", "\u2028x", "\r\nx", "\u0007", " ", "https://example.com", "a: b : c"],
].map((text) => `~${text}~`);

const proseOf = (markdown: string) => markdown.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, "");

/** A report in which every text that others can write is this one. */
function reportFull(text: string) {
  const name = text.replaceAll("::", "");
  const [live, declared] = [
    { name: `${text}live`, description: text },
    { name: `${text}new`, groupId: 2 },
  ];
  const repeats = { repeat: { interval: text }, notifications: [{ offsetInMin: -1, offsetType: text }] };
  return reportOn([
    ...update("Service", name, [{ name: text }, live, declared]),
    create("Subscription", name, { method: "slack", label: text, address: "[secret]", services: [text] }),
    create("Maintenance", name, maintenance({ title: text, ...repeats })),
    create("IncidentTemplate", name, { title: text, labels: [text] }),
  ]);
}

it("keeps hostile texts inert in all three formats", () => {
  const linesIn = (rendered: string) => rendered.split("\n").length;
  const harmless = reportFull("~harmless~");
  for (const text of hostile) {
    const report = reportFull(text);
    expect(JSON.parse(neutralized(JSON.stringify(report)))).toEqual(report);
    const [terminal, markdown] = [neutralized(textOf(report)), renderMarkdown(previewInWords(report))];
    for (const rendered of [terminal, markdown]) expect(rendered).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect(linesIn(terminal)).toBe(linesIn(textOf(harmless)));
    expect(linesIn(markdown)).toBe(linesIn(renderMarkdown(previewInWords(harmless))));
    expect(proseOf(markdown)).not.toMatch(/[~<>@|[\]]|https?:/);
  }
});

it("cuts a long comment after what visitors see and which manual changes are lost, and says how much is left out", () => {
  const many = Array.from({ length: 900 }, (_, index) =>
    create("IncidentTemplate", `t-${index}`, { title: `サービス ${index}`.repeat(9) }),
  );
  const report = reportOn([
    ...many,
    ...update("Service", "api", [{ name: "API" }, { name: "By hand" }, { name: "API" }]),
  ]);
  const text = renderMarkdown(previewInWords(report));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  expect(text).toContain("- Service `By hand` (resource `api`) is renamed to `API`\n");
  expect(text).toContain(
    "- Service `By hand` (resource `api`) was changed manually\n  - name: `By hand` instead of `API`\n",
  );
  const shown = text.match(/Incident template/g)?.length ?? 0;
  expect(text.endsWith(`\n${900 - shown} more lines not shown.\n`)).toBe(true);
});
