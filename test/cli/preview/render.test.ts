import { expect, it } from "vitest";
import type { HubPreview, PreviewReport } from "../../../cli/preview/facts.ts";
import type { Item } from "../../../cli/preview/item.ts";
import { previewInWords } from "../../../cli/preview/words.ts";
import { renderMarkdown } from "../../../cli/report/render.ts";
import { neutralized } from "../../../cli/terminal/output.ts";
import { definitions } from "../../../model/kinds/index.ts";
import { attacks } from "../../emulator/site/attacks.ts";
import { textOf } from "./steps.ts";

const nothing: HubPreview = {
  hub: "acme",
  page: [],
  subscribers: [],
  editors: [],
  overwritten: [],
  interrupted: [],
  messages: [],
  stays: [],
  irreversible: [],
  unknown: [],
};

const reportOf = (hub: Partial<HubPreview>, more: Partial<PreviewReport> = {}): PreviewReport => ({
  version: 2,
  changes: true,
  fails: false,
  outdated: false,
  otherVersions: [],
  failures: [],
  undone: [],
  stacks: ["prod"],
  writes: 1,
  guesses: [],
  seconds: 1,
  hubs: [{ ...nothing, ...hub }],
  ...more,
});

const record = (kind: string, label = `The ${kind}`) => ({
  stack: "prod",
  kind,
  name: "it",
  id: "7",
  label,
  guesses: [],
});

it("shows each change that it counts, of whatever kind", () => {
  const page = Object.keys(definitions).map((kind): Item => ({ ...record(kind), change: "appears" }));
  const text = textOf(reportOf({ page }));
  expect(page.filter(({ label }) => !text.includes(`"${label}"`))).toEqual([]);
});

it("says first why the update fails, and what isn't done then", () => {
  const { id: _, ...api } = record("Service", "API");
  const { id: __, ...old } = record("Service", "Old");
  const failure = { ...api, hub: "acme", message: "it conflicts with Service 3. [SH4005]", certain: true };
  const change: Item = { ...record("Service", "Web"), change: "renamed", before: "Web", after: "Shop" };
  const undone = [{ ...old, hub: "acme" }];
  const report = reportOf({ page: [change] }, { fails: true, failures: [failure], undone });
  expect(textOf(report)).toMatchInlineSnapshot(`
    "The update will fail
        ! Service "API" (resource "it") on "acme"
            it conflicts with Service 3. [SH4005]

    Not done then
        ~ Service "Old" (resource "it") on "acme"

    acme
      May happen before it fails: Services
        ~ Service "Web" (resource "it") is renamed to "Shop"

    The update will fail at 1 resource. Before that, at most 1 write.
    "
  `);
  const [first] = renderMarkdown(previewInWords(report)).split("\n\n**").slice(1);
  expect(first).toContain("The update will fail");
  const rejected = { ...failure, message: "StatusHub returned 422. [SH3003]", certain: false };
  expect(textOf(reportOf({}, { failures: [rejected] }))).toMatchInlineSnapshot(`
    "The update may fail
        ! Service "API" (resource "it") on "acme"
            as far as we know, StatusHub would reject it: StatusHub returned 422. [SH3003]

    acme

    The update may fail at 1 resource. Before that, at most 1 write.
    "
  `);
});

it("says in words what changes in values of each form, and in which resource if its name is another one", () => {
  const long = "Everything that customers see. ".repeat(9);
  const changed = (kind: string, label: string, property: string, before: unknown, after: unknown): Item => ({
    ...record(kind, label),
    change: "changed",
    property,
    before,
    after,
  });
  const times = { start: "2026-12-06T02:00:00Z", end: "2026-12-06T03:00:00Z" };
  const notifications = [
    { offsetInMin: -1440, offsetType: "start" },
    { offsetInMin: 0, offsetType: "end" },
  ];
  const services = [{ service: "API", status: "down" }];
  const message = {
    stack: "prod",
    name: "it",
    visitors: 0,
    dependsOnOrder: 0,
    rotated: 0,
    recipients: {},
    reminders: [],
    guesses: [],
  } as const;
  const report = reportOf({
    page: [
      changed("Hub", "Acme", "productUrl", "https://a.example", ""),
      { ...changed("Service", "API", "description", `${long}Old.`, `${long}New.`), group: 1 },
      { ...record("Service", "Card payments"), name: "card-payments", group: 2, change: "moved", before: 1, after: 2 },
      changed("Maintenance", "Patching", "serviceStatuses", [{ service: "API", status: "up" }], services),
    ],
    subscribers: [
      changed("Subscription", "sms", "address", "[secret]", "[secret]"),
      changed("Subscription", "sms", "services", [{ service: "API" }], "all"),
      changed("Maintenance", "Patching", "notifications", [], notifications),
    ],
    editors: [
      changed("IncidentTemplate", "Down", "body", "<p>We look.</p>", "<p>We <b>see</b>.</p>"),
      { ...changed("MaintenanceTemplate", "Upgrade", "duration", 60, 90), guesses: ["maintenance-template-update"] },
      changed("MaintenanceTemplate", "Upgrade", "silent", false, true),
      {
        ...record("Maintenance", "Later"),
        hidden: true,
        change: "appears",
        schedule: { ...times, repeats: "weekly on Sundayy", next: [] },
        services,
      },
    ],
    messages: [
      {
        ...message,
        title: "Patching",
        event: "changed",
        reason: "changes-send-none",
        reminders: notifications,
        guesses: ["maintenance-silent"],
      },
      { ...message, title: "Later", event: "announced", reason: "draft" },
      {
        ...message,
        title: "Upgrade",
        event: "announced",
        reason: null,
        recipients: { email: 2, slack: 1 },
        visitors: 1,
        dependsOnOrder: 1,
        rotated: 1,
      },
    ],
    stays: [{ ...record("Hub", "Globex"), reason: "the API documents no way to delete it" }],
    irreversible: [{ ...record("Service", "Old"), guesses: ["delete-effect"] }],
  });
  expect(textOf(report)).toMatchInlineSnapshot(`
    "acme
      The page
        ~ Page "Acme" (resource "it"): link is removed
      Services in group 1
        ~ Service "API" (resource "it"): description changes from "... that customers see. Old." to "... that customers see. New."
      Services in group 2
        ~ Service "Card payments" moves here from group 1
      Maintenances
        ~ Maintenance "Patching" (resource "it"): affected services change from "API" (up) to "API" (down)
      Stays on the page
        ~ Page "Globex" (resource "it")
            the API documents no way to delete it
      Can't be restored
        ! Service "Old" (resource "it") is deleted, as far as we know
      Messages
        ~ Nobody gets a message about the change of "Patching", as far as we know
            further messages, as far as we know: 1 day before the start and at the end
        ~ "Later" is a draft, so only your team gets a message
        ~ "Upgrade" is announced to 3 subscriptions (2 by email and 1 by slack; 1 may be visitors' own)
            1 of them at the old address, or at the new one if written before the maintenance
            and to 1 subscription that this update adds or changes, if written before the maintenance
      Only subscribers notice
        ~ Subscription "sms" (resource "it"): address changes, but is a secret
        ~ Subscription "sms" (resource "it"): services change from "API" to all services
        ~ Maintenance "Patching" (resource "it"): further messages become 1 day before the start and at the end
      Only your team notices
        ~ Incident template "Down" (resource "it"): text changes from "We look." to "We see."
        ~ Maintenance template "Upgrade" (resource "it"): duration (minutes) changes from 60 to 90, as far as we know
        ~ Maintenance template "Upgrade" (resource "it"): silence is turned on
        + Draft of maintenance "Later" (resource "it") appears
            Sunday 6 December 2026, 02:00 to 03:00 UTC, repeats weekly on Sundayy
            the next occurrences aren't known
            affects "API" (down)

    Visitors will see 4 changes. 1 deletion can't be undone. 1 write will take about 1 second, at 5 a second.
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
function reportFull(text: string): PreviewReport {
  const name = text.replaceAll("::", "");
  const { id, ...named } = { ...record("Service", text), name };
  const item = { ...named, id };
  const services = [{ service: text, status: text }];
  const schedule = { start: "2026-12-06T02:00:00Z", end: "2026-12-06T03:00:00Z", repeats: text, next: [] };
  const hub: Partial<HubPreview> = {
    page: [
      { ...item, change: "renamed", before: text, after: `${text}new` },
      { ...item, kind: "Maintenance", change: "appears", schedule, services },
    ],
    subscribers: [{ ...item, kind: "Subscription", change: "changed", property: "label", before: text, after: name }],
    editors: [{ ...item, kind: "IncidentTemplate", change: "changed", property: "labels", before: [], after: [text] }],
    overwritten: [
      { ...item, change: "changed", properties: [{ property: "description", declared: text, live: `${text}live` }] },
    ],
    interrupted: [item],
    messages: [
      {
        ...named,
        title: text,
        event: "announced",
        recipients: { [text]: 1 },
        visitors: 1,
        dependsOnOrder: 0,
        rotated: 0,
        reason: null,
        reminders: [{ offsetInMin: -1, offsetType: text }],
        guesses: [],
      },
    ],
    stays: [{ ...item, reason: `Service ${text} is kept` }],
    irreversible: [item],
    unknown: [{ ...named, property: "description", reason: "known-after-up" }],
  };
  const failure = { ...named, hub: "acme", message: `Could not create Service ${text}. [SH4005]`, certain: true };
  return reportOf(hub, { failures: [failure], fails: true, undone: [{ ...named, hub: "acme" }] });
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
  const editors = Array.from({ length: 900 }, (_, index): Item => {
    return { ...record("IncidentTemplate", `サービス ${index}`.repeat(9)), change: "appears" };
  });
  const api = { ...record("Service", "By hand"), name: "api" };
  const text = renderMarkdown(
    previewInWords(
      reportOf({
        page: [{ ...api, change: "renamed", before: "By hand", after: "API" }],
        overwritten: [
          { ...api, change: "changed", properties: [{ property: "name", declared: "API", live: "By hand" }] },
        ],
        editors,
      }),
    ),
  );
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  expect(text).toContain("- Service `By hand` (resource `api`) is renamed to `API`\n");
  expect(text).toContain(
    "- Service `By hand` (resource `api`) was changed manually\n  - name: `By hand` instead of `API`\n",
  );
  const shown = text.match(/Incident template/g)?.length ?? 0;
  expect(text.endsWith(`\n${900 - shown} more lines not shown.\n`)).toBe(true);
});
