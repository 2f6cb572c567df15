import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePage } from "../../../model/page/file.ts";
import definition from "../../../model/page/page.schema.json" with { type: "json" };
import type { Configuration } from "../../../model/page/schema.ts";
import { anyPage } from "./any-page.ts";

/** The configuration of a stack. Secrets are wrapped, so that a test can see them. */
const configuration = (
  values: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>> = {},
): Configuration => ({
  find: (name) => {
    const text = secrets[name] ?? values[name];
    return text === undefined ? undefined : { text, isSecret: name in secrets };
  },
  protect: (value) => ({ secret: value }),
});

const nothing = configuration({});

const linesOf = (text: string, from = nothing) =>
  parsePage(text, from).mistakes.map(({ line, message }) => `${line}  ${message}`);

it("reads any page, whether from JSON in any layout or from YAML", () => {
  fc.assert(
    fc.property(anyPage(), fc.constantFrom(undefined, 2, "\t"), (page, space) => {
      expect(parsePage(JSON.stringify(page, undefined, space), nothing)).toEqual({ page, mistakes: [] });
    }),
  );
});

it("keeps texts that other YAML readers interpret", () => {
  const text =
    "hub: { subdomain: acme, name: no }\nmaintenances:\n  a: { title: on, startTime: 2026-12-06T02:00:00Z, endTime: 2026-12-06 03:00:00, serviceStatuses: {} }";
  expect(parsePage(text, nothing).page).toMatchObject({
    hub: { name: "no" },
    maintenances: { a: { title: "on", startTime: "2026-12-06T02:00:00Z", endTime: "2026-12-06 03:00:00" } },
  });
});

it("lists every mistake with its line, its place, and the allowed values", () => {
  const text = `hub: { subdomain: acme, nmae: Acme, productUrl: 4 }
groups:
  web:
    services:
      shop: { name: Shop, custom_id: shop, groupId: 3 }
      search: { name: 404 }
  api:
    id: three
incidentTemplate: {}
incidentTemplates:
  down:
    title: Down
    incidentType: open
    labels: api
    serviceStatuses: { shop: slow, shpo: down }
  up:
    - title
maintenances:
  weekly:
    title: A
    repeat: { interval: weekly, options: { enabledDay: sunday } }
    serviceStatuses: [{ service: shop, state: down }]
    notifications: [{ offset_in_min: 1, offsetType: start }]
subscriptions:
  team: { method: slack, address: "https://hooks.example.com/x", services: some }`;
  const own = Object.keys(definition.$defs.Service.properties);
  const names = own.join(", ");
  expect(linesOf(text)).toEqual([
    '1  hub.nmae: a hub has no such property. Did you mean "name"? [SH2502]',
    "1  hub.productUrl: must be text or null: put it in quotes. [SH2503]",
    "3  groups.web: needs id. [SH2503]",
    '5  groups.web.services.shop.custom_id: a service has no such property. Did you mean "customId"? [SH2502]',
    `5  groups.web.services.shop.groupId: a service has no such property. Properties: ${names}. [SH2502]`,
    "6  groups.web.services.search.name: must be text: put it in quotes. [SH2503]",
    "8  groups.api.id: must be a whole number. [SH2503]",
    '9  incidentTemplate: a page has no such property. Did you mean "incidentTemplates"? [SH2502]',
    "13  incidentTemplates.down.incidentType: must be investigating, identified, monitoring, resolved or null. [SH2503]",
    "14  incidentTemplates.down.labels: must be a list. [SH2503]",
    "15  incidentTemplates.down.serviceStatuses.shop: must be up, degraded-performance or down. [SH2503]",
    '15  incidentTemplates.down.serviceStatuses.shpo: the page has no service "shpo". Did you mean "shop"? [SH2504]',
    "16  incidentTemplates.up: must be an incident template. [SH2503]",
    "19  maintenances.weekly: needs startTime and endTime. [SH2503]",
    '21  maintenances.weekly.repeat.options.enabledDay: this object has no such property. Did you mean "enabledDays"? [SH2502]',
    "22  maintenances.weekly.serviceStatuses[0]: needs status. [SH2503]",
    '22  maintenances.weekly.serviceStatuses[0].state: this object has no such property. Did you mean "status"? [SH2502]',
    "23  maintenances.weekly.notifications[0]: needs offsetInMin. [SH2503]",
    '23  maintenances.weekly.notifications[0].offset_in_min: this object has no such property. Did you mean "offsetInMin"? [SH2502]',
    "25  subscriptions.team.address: a URL is a credential, and must not be in a file: write { config: webhookUrl }, and run pulumi config set --secret webhookUrl. [SH2508]",
    "25  subscriptions.team.services: must be all or a list. [SH2503]",
  ]);
});

it("takes null for what can be cleared, and services by key or ID", () => {
  const text = `hub: { subdomain: acme }
incidentTemplates:
  down: { title: null, body: A, serviceStatuses: [{ service: 7, status: down }] }
subscriptions:
  team: { method: sms, address: "1", services: [7, "8"] }`;
  expect(linesOf(text)).toEqual([]);
});

it("rejects an ID that a number can't hold, instead of using another one", () => {
  expect(linesOf("hub: { subdomain: acme }\ngroups: { web: { id: 12345678901234567890 } }")).toEqual([
    "2  groups.web.id: must be a whole number. [SH2503]",
  ]);
});

it("finds missing services, even behind an alias", () => {
  const text = `hub: { subdomain: acme }
groups: { web: { id: 1, services: { shop: { name: Shop } } } }
incidentTemplates:
  down: &template
    title: Down
    serviceStatuses: { shpo: down, "77": down }
  again: *template`;
  expect(linesOf(text)).toEqual([
    '6  incidentTemplates.down.serviceStatuses.shpo: the page has no service "shpo". Did you mean "shop"? [SH2504]',
    '6  incidentTemplates.again.serviceStatuses.shpo: the page has no service "shpo". Did you mean "shop"? [SH2504]',
  ]);
});

it.each([
  ["", "1  the file: must be a page"],
  ["- hub", "1  the file: must be a page"],
  ["hub: [", "1  Flow sequence"],
  ['{ "hub": { "subdomain": "a" },\n  "hub": {} }', "2  hub: the key appears twice"],
  ["hub: !secret a", "1  Unresolved tag"],
  ["hub:\n  name: *acme\n  subdomain: a", "2  hub.name: the alias *acme has no anchor &acme before it"],
  ["hub:\n  &hub { name: [*hub], subdomain: a }", "2  hub.name[0]: the alias *hub is inside its own anchor &hub"],
  ["hub: { subdomain: a }\ngroups:\n  1.10: {}", '3  groups["1.10"]: a key must be text: put it in quotes'],
  ["hub: { subdomain: a }\ngroups:\n  ~: {}", '3  groups["~"]: a key must be text: put it in quotes'],
  ["hub: { subdomain: a }\ngroups:\n  ? [a]\n  : {}", "3  groups: a key must be text: put it in quotes"],
  ["hub: { subdomain: a }\ngroups:\n  : {}", "3  groups: a key must be text: put it in quotes"],
  ["hub: { subdomain: a }\ngroups:\n  0x10: {}", "3  groups.0x10: a key must be text: put it in quotes"],
  [
    "hub: { subdomain: a }\ngroups:\n  12345678901234567890: {}",
    "3  groups.12345678901234567890: a key must be text: put it in quotes",
  ],
  ["hub: { subdomain: a }\ngroups:\n  1: { id: 1 }\n  '1': { id: 1 }", "4  groups.1: the key appears twice"],
])("doesn't guess the meaning of %j", (text, mistake) => {
  expect(linesOf(text)).toEqual([expect.stringContaining(mistake)]);
});

it("shows the other mistakes besides a key that isn't one, or that appears twice", () => {
  const text = 'hub: { nmae: "Acme" }\n~: {}\ngroups: { web: { id: x } }\ngroups: { api: { id: 1 } }\nsubscription: {}';
  expect(linesOf(text)).toEqual([
    "1  hub: needs subdomain. [SH2503]",
    '1  hub.nmae: a hub has no such property. Did you mean "name"? [SH2502]',
    '2  ["~"]: a key must be text: put it in quotes. [SH2506]',
    "3  groups.web.id: must be a whole number. [SH2503]",
    "4  groups: the key appears twice. [SH2505]",
    '5  subscription: a page has no such property. Did you mean "subscriptions"? [SH2502]',
  ]);
});

it("reads what is under a wrong key or under the first of two equal ones, so that it isn't missed elsewhere", () => {
  const text = `hub: { subdomain: acme, name: !secret Acme }
groups:
  1.10:
    id: 1
    services: { shop: { name: Shop, custom_id: shop } }
    services: { search: { name: Search } }
incidentTemplates:
  down: { title: Down, serviceStatuses: { shop: down, search: down, serach: down } }`;
  expect(linesOf(text)).toEqual([
    expect.stringMatching(/^1 {2}Unresolved tag/),
    '3  groups["1.10"]: a key must be text: put it in quotes. [SH2506]',
    '5  groups["1.10"].services.shop.custom_id: a service has no such property. Did you mean "customId"? [SH2502]',
    '6  groups["1.10"].services: the key appears twice. [SH2505]',
    '8  incidentTemplates.down.serviceStatuses.serach: the page has no service "serach". Did you mean "search"? [SH2504]',
  ]);
});

it("accepts keys that are unambiguous as text", () => {
  const text = "hub: { subdomain: acme }\ngroups: { 1: { id: 1 }, true: { id: 2 }, 1.5: { id: 3 }, null: { id: 4 } }";
  expect(Object.keys(parsePage(text, nothing).page?.groups ?? {})).toEqual(["1", "true", "1.5", "null"]);
});

describe("aliases", () => {
  it("may be many, and refer to the latest anchor", () => {
    const services = Array.from({ length: 300 }, (_, index) => `  s${index}: { name: *name }`);
    const text = `hub: { subdomain: acme, name: &name A }
groups: { web: { id: 1, services: {
  a: &service { name: &name B },
${services.join(",\n")},
  b: *service, c: &service { name: &name C }, d: *service, e: { name: *name } } } }`;
    const { page, mistakes } = parsePage(text, nothing);
    expect(mistakes).toEqual([]);
    const found = page?.groups?.web?.services ?? {};
    expect([found.s0, found.s299, found.b, found.d, found.e]).toEqual(
      ["B", "B", "B", "C", "C"].map((name) => ({ name })),
    );
  });

  it("may not expand to billions of values", () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const item = level === 0 ? "x" : `*l${level - 1}`;
      return `  l${level}: &l${level} [${Array.from({ length: 10 }, () => item).join(", ")}]`;
    });
    const text = `hub: { subdomain: acme }\nsubscriptions:\n${levels.join("\n")}`;
    const before = performance.now();
    expect(linesOf(text)).toEqual([expect.stringContaining("the aliases expand to more than 200000 values")]);
    // Expanded, these are a thousand billion.
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

describe("the stack configuration", () => {
  const page = `hub: { subdomain: { config: subdomain } }
groups: { web: { id: { config: group }, services: { shop: { name: Shop } } } }
subscriptions:
  team:
    method: { config: method }
    address: { config: slackUrl }
    configuration: { token: { config: acme:token }, plain: { of: any } }
    lessVerbose: { config: quiet }
    services: all`;

  it("fills in texts, numbers, booleans, and secrets as secrets", () => {
    const values = {
      subdomain: "acme",
      group: "3",
      method: "slack",
      slackUrl: "https://a",
      "acme:token": "t",
      quiet: "true",
    };
    expect(parsePage(page, configuration(values))).toEqual({
      mistakes: [],
      page: {
        hub: { subdomain: "acme" },
        groups: { web: { id: 3, services: { shop: { name: "Shop" } } } },
        subscriptions: {
          team: {
            method: "slack",
            address: { secret: "https://a" },
            configuration: { token: { secret: "t" }, plain: { of: "any" } },
            lessVerbose: true,
            services: "all",
          },
        },
      },
    });
  });

  it("decides whether a record is adopted, and which; as the ID can't be secret, a secret is rejected", () => {
    const text = `hub: { subdomain: acme }
groups: { web: { id: 1, services: { shop: { name: Shop, customId: shop, adopt: { config: adopt } } } } }`;
    const adoptOf = (value: string) =>
      parsePage(text, configuration({ adopt: value })).page?.groups?.web?.services?.shop;
    for (const [value, adopt] of [
      ["true", true],
      ["false", false],
      ["1234", "1234"],
      ["mnt-1", "mnt-1"],
    ] as const) {
      expect(adoptOf(value)).toMatchObject({ adopt });
    }
    expect(linesOf(text, configuration({}, { adopt: "1234" }))).toEqual([
      "2  groups.web.services.shop.adopt: adopt is a secret, and Pulumi shows the IDs of records: set it without --secret. [SH2509]",
    ]);
  });

  it("can hold a whole configuration of a subscription as JSON, whose texts stay texts", () => {
    const text = `hub: { subdomain: acme }
subscriptions:
  team: { method: webhook, address: { config: url }, services: all, configuration: { config: settings } }
  other: { method: webhook, address: { config: url }, services: all, configuration: { flag: { config: flag } } }`;
    const values = { url: "https://a", settings: '{"token":"t","retries":3}', flag: "true" };
    expect(parsePage(text, configuration(values)).page?.subscriptions).toMatchObject({
      team: { configuration: { secret: { token: "t", retries: 3 } } },
      other: { configuration: { flag: { secret: "true" } } },
    });
    expect(linesOf(text, configuration({ ...values, settings: "t" }))).toEqual([
      "3  subscriptions.team.configuration: settings in the stack configuration must be an object in JSON. [SH2509]",
    ]);
  });

  it("reports all missing and unsuitable values at once", () => {
    expect(linesOf(page, configuration({ group: "web", method: "fax", quiet: "true" }))).toEqual([
      "1  hub.subdomain: the stack configuration has no subdomain: run pulumi config set subdomain. [SH2509]",
      "2  groups.web.id: group in the stack configuration must be a whole number. [SH2509]",
      "5  subscriptions.team.method: method in the stack configuration must be email, sms, webhook, slack or teams. [SH2509]",
      "6  subscriptions.team.address: the stack configuration has no slackUrl: run pulumi config set --secret slackUrl. [SH2509]",
      "7  subscriptions.team.configuration.token: the stack configuration has no acme:token: run pulumi config set --secret acme:token. [SH2509]",
    ]);
  });
});
