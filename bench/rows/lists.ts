import { openAccount } from "../../provider/client/account.ts";
import { service as definition } from "../../provider/resources/service.ts";
import { createService } from "../account.ts";
import { steady } from "../latency.ts";
import { median, pairs, Ratios } from "../pairs.ts";
import { type Measure, notMeasured, type Row, seconds, verdictOn } from "../row.ts";

const sizes = [10, 100, 1000, 5000] as const;
const perSecond = 30;
const roundTrip = 120;

export const lists: Row = {
  name: "lists",
  title: "Every service of a hub read, as a refresh does it, without the engine",
  seconds: { full: 40, quick: 20 },
  async measure({ quick }) {
    const measures: Measure[] = [];
    for (const count of quick ? sizes.slice(0, 3) : sizes) measures.push(await compare(count));
    return measures;
  },
};

interface Reading {
  readonly time: number;
  readonly gets: number;
}

async function read(count: number): Promise<Reading> {
  const service = await createService({}, steady);
  const { emulator, url: baseUrl, apiKey } = service;
  const { lastIds, rows } = emulator.snapshot();
  emulator.restore({ lastIds, rows: { ...rows, services: Array.from({ length: count }, serviceRow) } });
  const account = openAccount({ baseUrl, apiKey, apiKeySource: "environment" });
  const services = await account.open(definition.operations, { subdomain: "acme" }, () => true);
  emulator.clearRequests();
  const started = performance.now();
  await Promise.all(Array.from({ length: count }, (_, index) => services.read(String(index + 1))));
  const time = performance.now() - started;
  await service.close();
  return { time, gets: emulator.requests.length };
}

async function compare(count: number): Promise<Measure> {
  const readings: Reading[] = [];
  for (let run = 0; run < pairs; run++) readings.push(await read(count));
  const times = readings.map(({ time }) => time);
  const gets = Math.max(...readings.map((reading) => reading.gets));
  const pages = Math.ceil(count / 100);
  // The second page is read alone: it shows whether the list pages at all.
  const floor = Math.min(pages, 3) * roundTrip + Math.max(0, Math.ceil(pages / perSecond) - 1) * 1000;
  return {
    what: `reading ${count.toLocaleString("en")} services`,
    ours: `${gets} GETs, ${new Ratios(times.map((time) => time / floor))}`,
    bar: `${pages} GETs`,
    verdict: verdictOn(gets === pages),
    baseline: notMeasured,
    detail: `${seconds(median(times))} against ${seconds(floor)}: two pages, then the others at 30 a second, 120 ms each`,
  };
}

const serviceRow = (_: unknown, index: number) => ({
  id: index + 1,
  hub_id: 1,
  name: `Service ${index}`,
  public_name: null,
  description: `What service ${index} is for`,
  group_id: 1,
  custom_id: null,
  token: index.toString(16).padStart(32, "0"),
  archived: false,
  deleted: false,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
});
