import fc from "fast-check";
import type { HubContent } from "../../../cli/hub/content.ts";
import { filledPlainText, filledText, plainText } from "../../../model/api/field.ts";
import { formatInstant } from "../../../model/api/instant.ts";
import { serviceStatusNames } from "../../../model/kinds/service-status-names.ts";
import { incidentTypes } from "../../../model/kinds/unmanaged/incident.ts";

/** Names that a program can't use unchanged. */
const nasty = [
  "",
  " ",
  "🚦",
  "حالة",
  "default",
  "hub",
  "404",
  'it\'s "quoted"',
  "a-b",
  "aB",
  "a b",
  "é".repeat(300),
  "`$x`\\",
];

const anyText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 160 }),
);
const filled = anyText.filter((text) => filledText.safeParse(text).success);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const lastDay = Date.UTC(2199, 0, 1);
const instant = fc.integer({ min: 0, max: lastDay / 1000 }).map((seconds) => formatInstant(seconds * 1000));

/** A service of the page, or one that no longer exists. */
const serviceId = fc.integer({ min: 1, max: 6 });

const statuses = (minLength: number) =>
  fc.uniqueArray(fc.record({ service_id: serviceId, status: fc.constantFrom(...serviceStatusNames) }), {
    minLength,
    maxLength: 4,
    selector: ({ service_id }) => service_id,
  });

const shared = { created_at: instant, updated_at: instant };
const flags = fc.record({ deleted: fc.constant(false), silent: fc.boolean() });

const service = fc.record({
  ...shared,
  name: filled,
  public_name: orNull(anyText),
  description: orNull(anyText),
  group_id: fc.integer({ min: 1, max: 99 }),
  custom_id: orNull(anyText),
  token: fc.uuid(),
  flags: fc.record({ archived: fc.boolean(), deleted: fc.constant(false) }),
});

const template = {
  ...shared,
  author: orNull(anyText),
  body: orNull(anyText),
  title: orNull(anyText.filter((text) => plainText.safeParse(text).success)),
  labels: fc.array(anyText, { maxLength: 4 }),
  service_statuses: statuses(0),
  flags,
};

const holdsText = ({ title, body }: { title: string | null; body: string | null }) =>
  /\S/.test(title ?? "") || /\S/.test(body ?? "");

const incidentTemplate = fc
  .record({ ...template, incident_type: orNull(fc.constantFrom(...incidentTypes)) })
  .filter(holdsText);

const maintenanceTemplate = fc
  .record({ ...template, duration: orNull(fc.integer({ min: 1, max: 5999 })), silent: orNull(fc.boolean()) })
  .filter(holdsText);

const addresses = {
  email: "mail@example.com",
  sms: "+49 1",
  webhook: "https://a.b/c",
  slack: "https://s/x",
  teams: "http://t",
};

const subscription = fc
  .record({
    ...shared,
    method_name: fc.constantFrom(...(Object.keys(addresses) as (keyof typeof addresses)[])),
    subscriber_id: fc.integer({ min: 1, max: 3 }),
    services_selection: fc.oneof(
      fc.constant({ all: true, services: [] }),
      fc
        .uniqueArray(serviceId, { minLength: 1, maxLength: 4 })
        .map((ids) => ({ all: false, services: ids.map((id) => ({ id, name: "any" })) })),
    ),
    // Pulumi's SDK drops declared keys named `__proto__`.
    configuration: fc
      .dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
      .filter((value) => !JSON.stringify(value).includes("__proto__")),
    label: orNull(anyText),
    less_verbose: fc.boolean(),
    protected: fc.boolean(),
    flags: fc.constant({ deleted: false }),
  })
  .map((record) => ({
    ...record,
    address: addresses[record.method_name],
    label: record.method_name === "email" ? null : record.label,
  }));

const repeat = fc.record(
  {
    interval: fc.oneof(fc.constantFrom("daily", "weekly"), anyText),
    interval_options: orNull(fc.record({ enabled_days: anyText, type: anyText }, { requiredKeys: [] })),
    end_on: orNull(instant),
  },
  { requiredKeys: ["interval"] },
);

const maintenance = fc
  .record({
    ...shared,
    author: orNull(anyText),
    title: anyText.filter((text) => filledPlainText.safeParse(text).success),
    body: anyText,
    start: fc.integer({ min: 0, max: lastDay / 1000 }),
    length: fc.integer({ min: 1, max: 1_000_000 }),
    service_statuses: statuses(1),
    event_repeat: orNull(repeat),
    event_notifications: fc.array(fc.record({ offset_in_min: fc.integer(), offset_type: anyText }), { maxLength: 3 }),
    flags: fc.record({ deleted: fc.constant(false), draft: fc.boolean() }),
  })
  .map(({ start, length, ...record }) => ({
    ...record,
    start_time: formatInstant(start * 1000),
    end_time: formatInstant((start + length) * 1000),
  }));

const hub = fc.record({
  ...shared,
  id: fc.integer({ min: 1 }),
  name: filled,
  subdomain: fc.constantFrom("acme", "a_1", "00", "365"),
  type: fc.constant("primary"),
  custom_domain: fc.constant(null),
  parent_id: fc.constant(null),
  product_url: orNull(anyText),
});

const some = (kind: string, arbitrary: fc.Arbitrary<object>, maxLength = 4) =>
  fc.array(arbitrary, { maxLength }).map((records) =>
    records.map((record, index) => ({
      kind,
      record: { ...record, id: kind === "Maintenance" ? `${index + 1}` : index + 1 },
    })),
  );

/** Any page that the API can store, with records of all kinds. */
export const anyPage: fc.Arbitrary<HubContent> = fc
  .tuple(
    hub,
    some("Service", service, 5),
    some("IncidentTemplate", incidentTemplate),
    some("MaintenanceTemplate", maintenanceTemplate),
    some("Subscription", subscription),
    some("Maintenance", maintenance),
  )
  .map(([record, ...kinds]) => ({
    subdomain: record.subdomain,
    hub: record,
    records: [{ kind: "Hub", record }, ...kinds.flat()],
    leftOut: [],
  }));

/** A page with many records, whose kinds get files of their own. */
export function manyTimes(page: HubContent, count: number): HubContent {
  const [hub, ...others] = page.records;
  const copies = Array.from({ length: count }, (_, copy) =>
    others.map(({ kind, record }) => ({ kind, record: { ...record, id: Number(record.id) + copy * 10 } })),
  );
  return { ...page, records: [...(hub ? [hub] : []), ...copies.flat()] };
}
