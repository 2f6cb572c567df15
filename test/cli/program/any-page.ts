import fc from "fast-check";
import type { HubContent } from "../../../cli/hub/content.ts";
import type { Live } from "../../../model/api/form.ts";
import { putFor, recordOf } from "../../laws/kept.ts";
import { programs } from "../../samples/any-program.ts";
import { subjectOf } from "../../samples/index.ts";

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

/** Values that the samples don't have. */
const others: Readonly<Record<string, fc.Arbitrary<object>>> = {
  Hub: fc.record({ subdomain: fc.constantFrom("acme", "a_1", "00", "365") }),
  IncidentTemplate: fc.record({ labels: fc.array(anyText, { maxLength: 4 }) }),
  Maintenance: fc.record({
    event_repeat: fc.option(fc.record({ interval: anyText, interval_options: fc.record({ type: anyText }) })),
    event_notifications: fc.array(fc.record({ offset_in_min: fc.integer(), offset_type: anyText }), { maxLength: 3 }),
  }),
  Subscription: fc.oneof(
    fc.constant({ method_name: "email", address: "mail@example.com", label: null }),
    fc.record({
      // Pulumi's SDK drops declared keys named `__proto__`.
      configuration: fc
        .dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
        .filter((value) => !JSON.stringify(value).includes("__proto__")),
    }),
  ),
};

/** Any record of a kind, whose fields are null or empty if nobody has set them. */
function records(kind: string): fc.Arbitrary<Live> {
  const subject = subjectOf(kind);
  const { definition, samples } = subject;
  const unset = Object.fromEntries(Object.values(samples.properties).map(({ key, cleared }) => [key, cleared]));
  return fc
    .tuple(programs(subject, anyText), others[kind] ?? fc.constant({}))
    .map(([inputs, more]) =>
      recordOf(subject, { subscriber_id: 1, ...unset }, putFor(definition, {}, inputs).body, more),
    );
}

const some = (kind: string, maxLength = 4) =>
  fc.array(records(kind), { maxLength }).map((all) =>
    all.map((record, index) => ({
      kind,
      record: { ...record, id: kind === "Maintenance" ? `${index + 1}` : index + 1 },
    })),
  );

/** Any page that the API can store, with records of all kinds. */
export const anyPage: fc.Arbitrary<HubContent> = fc
  .tuple(
    records("Hub"),
    some("Service", 5),
    ...["IncidentTemplate", "MaintenanceTemplate", "Subscription", "Maintenance"].map((kind) => some(kind)),
  )
  .map(([hub, ...kinds]) => ({
    subdomain: String(hub.subdomain),
    hub,
    records: [{ kind: "Hub", record: hub }, ...kinds.flat()],
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
