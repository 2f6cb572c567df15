import { readPage } from "../../cli/hub/page.ts";
import { openAccount } from "../../provider/client/account.ts";
import { createService } from "../account.ts";
import { steady } from "../latency.ts";
import { type Measure, notMeasured, type Row, ratio, seconds, verdictOn } from "../row.ts";

const perSecond = 30;

/** `pulumi-statushub export` and `adopt` read a hub once, at the pace of the API. */
export const exporting: Row = {
  name: "export",
  title: "A whole hub read for an export: 1,000 services, 200 templates, 200 subscriptions, 30 series",
  seconds: { full: 20 },
  measure: async () => [await read()],
};

async function read(): Promise<Measure> {
  const service = await createService({ preset: { hubs: [hub] } }, steady);
  const { emulator, url: baseUrl, apiKey } = service;
  emulator.clearRequests();
  const account = openAccount({ baseUrl, apiKey, apiKeySource: "environment" });
  const started = performance.now();
  const { records } = await readPage(account, "acme");
  const time = performance.now() - started;
  const { requests } = emulator;
  await service.close();
  const refused = requests.filter(({ status }) => status === 429).length;
  const floor = (requests.length / perSecond) * 1000;
  return {
    what: `reading ${records.length.toLocaleString("en")} records for an export`,
    ours: `${ratio(time / floor)}, ${refused} x 429`,
    bar: "1.100 x, 0 x 429",
    verdict: verdictOn(time <= floor * 1.1 && refused === 0),
    baseline: notMeasured,
    detail: `${seconds(time)} against ${seconds(floor)}: ${requests.length} GETs at 30 a second`,
  };
}

const many = <Item>(count: number, create: (number: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => create(index + 1));

const hub = {
  subdomain: "acme",
  name: "Acme",
  groups: ["All"],
  services: many(1000, (number) => ({ group_id: 1, name: `Service ${number}`, custom_id: `service-${number}` })),
  incident_templates: many(100, (number) => ({ title: `Incident ${number}`, body: "<p>We are looking into it.</p>" })),
  maintenance_templates: many(100, (number) => ({ title: `Maintenance ${number}`, duration: number })),
  subscriptions: many(200, (number) => ({
    address: `https://hooks.example.com/${number}`,
    method_name: "webhook" as const,
    services_selection: { all: true },
    configuration: { content_type: "json" },
  })),
  maintenances: many(30, (number) => ({
    title: `Patching ${number}`,
    start_time: `2099-01-01T${String(number % 24).padStart(2, "0")}:00:00Z`,
    end_time: `2099-01-01T${String(number % 24).padStart(2, "0")}:30:00Z`,
    service_statuses: [{ service_id: number, status: "degraded-performance" as const }],
    event_repeat: { interval: "weekly", end_on: "2099-03-01T00:00:00Z" },
  })),
};
